import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PinRecord } from '#state/pin-lock/pin-record.ts';
import { FAKE_PIN as PIN, keptPin } from '#test/fake-pin-lock.ts';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

/** A signed-in member with a PIN on this device, as kept from an earlier visit. */
async function withPin(more: Partial<PinRecord> = {}) {
  const services = fakeServices();
  services.preferences.kept = await keptPin(services.session.read()?.login.uid, more);
  await services.pinLock.start();
  return services;
}

const kept = (services: Awaited<ReturnType<typeof withPin>>) => {
  const found = services.preferences.kept;
  return found.is === 'text'
    ? (JSON.parse(found.text) as { failures: number; waitMs: number; token: string })
    : undefined;
};

/** Opens the app and, if wanted, goes past the first stage. */
async function openPinLocked(services: Awaited<ReturnType<typeof withPin>>, to: 'view' | 'entry' = 'entry') {
  const app = openApp('/home', services);
  const unlock = await screen.findByRole('button', { name: '解鎖' });
  if (to === 'entry') await app.user.click(unlock);
  return app;
}

const wallet = () => screen.findByText('15,480');

afterEach(() => {
  vi.useRealTimers();
});

describe('the lock', () => {
  test('with a PIN set is closed at the start, and nothing of the member is mounted or asked for', async () => {
    const { server, services } = await openPinLocked(await withPin(), 'view');
    expect(screen.getByRole('heading', { name: '錢包已鎖定' })).toBeTruthy();
    expect(document.body.textContent).not.toContain(services.session.read()?.login.nick);
    expect(server.asked.map(({ path }) => path)).toEqual(['/member/checkVersion']);
  });

  test('is none for a member without a PIN', async () => {
    const services = fakeServices();
    await services.pinLock.start();
    openApp('/home', services);
    await wallet();
    act(() => services.page.leave());
    expect(screen.queryByRole('heading', { name: '錢包已鎖定' })).toBeNull();
  });

  test('opens for the PIN, typed on a keyboard', async () => {
    const services = await withPin();
    const { user } = await openPinLocked(services);
    await user.keyboard(`${PIN}{Enter}`);
    await wallet();
    expect(services.session.read()?.pinCheck).toBe(true);
    expect(kept(services)).toMatchObject({ failures: 0, waitMs: 0 });
  });

  test.each(['{Enter}', ' '])(
    'leads to the entry by %j at once: its first stage has the focus',
    async (key) => {
      const services = await withPin();
      const { user } = await openPinLocked(services, 'view');
      await user.keyboard(key);
      await user.keyboard(`${PIN}{Enter}`);
      await wallet();
      act(() => services.page.leave());
      const tap = await screen.findByRole('button', { name: '點一下螢幕解鎖' });
      expect(document.activeElement).toBe(tap);
      await user.keyboard(key);
      expect(document.activeElement).toBe(screen.getByLabelText('PIN 碼'));
    },
  );

  test('keeps the focus on the way back when the PIN is forgotten, and at the entry after it', async () => {
    const { user } = await openPinLocked(await withPin());
    await user.click(screen.getByRole('button', { name: '忘記 PIN 碼？' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '返回' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('PIN 碼'));
  });

  test('opens for the PIN, tapped on the keypad, whose keys are named', async () => {
    const { user } = await openPinLocked(await withPin());
    for (const digit of '2589') await user.click(screen.getByRole('button', { name: digit }));
    await user.click(screen.getByRole('button', { name: '刪除一碼' }));
    await user.click(screen.getByRole('button', { name: '0' }));
    expect(screen.getByText('已輸入 4 碼，共 4 碼')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '送出' }));
    await wallet();
  });

  test('says by the exact words what was missing and what was wrong, and counts before it says so', async () => {
    const services = await withPin();
    const { user } = await openPinLocked(services);
    await user.keyboard('258{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('請輸入完整4位數PIN碼');
    expect(kept(services)?.failures).toBe(0);
    await user.keyboard('9{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('PIN碼錯誤，請重新輸入'));
    expect(kept(services)?.failures).toBe(1);
    expect(screen.getByLabelText<HTMLInputElement>('PIN 碼').value).toBe('');
  });

  test('after the fifth wrong PIN waits, and what is left of the wait is what a new start finds', async () => {
    const services = await withPin({ failures: 4 });
    const { user } = await openPinLocked(services);
    // Nothing of the wait shall pass while this looks at it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
    await user.keyboard('1379{Enter}');
    expect(await screen.findByRole('heading', { name: '請稍候再試' })).toBeTruthy();
    expect(kept(services)).toMatchObject({ failures: 5, waitMs: 30_000 });
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(screen.getByRole('button', { name: '0:30 後可以解鎖' }).getAttribute('aria-disabled')).toBe(
      'true',
    );
  });

  test('started anew in the middle of a wait goes on waiting', async () => {
    const services = await withPin({ failures: 5, waitMs: 30_000 });
    await expect.poll(() => kept(services)?.waitMs).toBeLessThan(30_000);
    await services.pinLock.start();
    expect(services.pinLock.read().phase).toBe('delayed');
  });

  test('after the tenth wrong PIN forgets everything, tells the server and says why', async () => {
    const services = await withPin({ failures: 9 });
    const { user, server } = await openPinLocked(services);
    await user.keyboard('1379{Enter}');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(services.session.read()).toBeUndefined();
    expect(services.preferences.kept).toEqual({ is: 'none' });
    expect(server.asked.some(({ path }) => path === '/member/sign-out/{account}')).toBe(true);
    expect((await screen.findByRole('alertdialog')).textContent).toContain('連續輸入錯誤 10 次');
  });

  test('killed in the middle of the tenth try wipes at the next start', async () => {
    const services = await withPin({ failures: 10, waitMs: 300_000 });
    await waitFor(() => expect(services.session.read()).toBeUndefined());
    expect(services.preferences.kept).toEqual({ is: 'none' });
  });

  test.each([
    ['edited', { is: 'unreadable' }],
    ['gone although it is wanted', { is: 'none' }],
    ["another member's", { is: 'text', text: '{}' }],
  ] as const)('whose record is %s is closed, and a new sign-in is the way out', async (_, edited) => {
    const services = await withPin();
    services.preferences.kept = edited;
    await services.pinLock.start();
    const { user } = openApp('/home', services);
    await user.click(await screen.findByRole('button', { name: '登出並重新登入' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(services.session.read()).toBeUndefined();
    expect(services.preferences.kept).toEqual({ is: 'none' });
  });

  test('closes at once when the app is left, over an open dialog too, and shows the intro', async () => {
    const services = await withPin();
    const { user } = await openPinLocked(services);
    await user.keyboard(`${PIN}{Enter}`);
    await wallet();
    await user.click(screen.getAllByRole('link', { name: /設定/ })[0] as HTMLElement);
    await screen.findByRole('dialog', { name: '設定' });
    act(() => services.page.leave());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('15,480')).toBeNull();
    expect(services.session.read()?.pinCheck).toBe(false);
    expect(services.page.told.at(-1)).toBe('locked');
    act(() => services.page.comeBack());
    expect(await screen.findByText('您離開太久了。為了安全，錢包已經鎖定。')).toBeTruthy();
  });

  test('is lifted when the server says that there is no such feature', async () => {
    const services = await withPin();
    await openPinLocked(services, 'view');
    act(() => services.switchPinLock(false));
    await wallet();
    act(() => services.page.leave());
    expect(services.pinLock.read().phase).toBe('off');
  });

  test('closes and opens with the other tabs', async () => {
    const services = await withPin();
    await openPinLocked(services, 'view');
    act(() => services.page.say('opened'));
    await wallet();
    act(() => services.page.say('locked'));
    expect(await screen.findByRole('heading', { name: '錢包已鎖定' })).toBeTruthy();
  });

  test('offers face or finger where both are there, and the PIN always', async () => {
    const services = await withPin({ enrolment: 'enrolled' });
    const { user } = await openPinLocked(services, 'view');
    expect(screen.queryByRole('button', { name: '使用生物辨識解鎖' })).toBeNull();
    services.biometrics.isThere = true;
    act(() => services.page.comeBack());
    const ask = await screen.findByRole('button', { name: '使用生物辨識解鎖' });
    services.biometrics.knows = false;
    await user.click(ask);
    expect((await screen.findByRole('alert')).textContent).toContain('或輸入 PIN 碼');
    expect(screen.getByRole('button', { name: '解鎖' })).toBeTruthy();
    services.biometrics.knows = true;
    await user.click(screen.getByRole('button', { name: '使用生物辨識解鎖' }));
    await wallet();
  });

  test('ends at once with a session that ended, and what happened is said at Login', async () => {
    const { services } = await openPinLocked(await withPin(), 'view');
    const { appError } = await import('@holdfast/contract/errors');
    act(() => services.failures.report(appError('NOT_SIGNED_IN', { reason: 'takeover' })));
    await waitFor(() => expect(address()).toBe('/login'));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('另一台裝置');
  });

  test('gives 60 seconds to whoever asked for them and has an order to pay', async () => {
    const services = await withPin({ hasGrace: true });
    const { user } = await openPinLocked(services);
    await user.keyboard(`${PIN}{Enter}`);
    await wallet();
    services.pinLock.setOrderToPay(false);
    act(() => services.page.leave());
    expect(services.pinLock.read().phase).toBe('locked-intro');
    act(() => services.page.say('opened'));
    await wallet();
    services.pinLock.setOrderToPay(true);
    act(() => services.page.leave());
    expect(services.pinLock.read().phase).toBe('grace');
    act(() => services.page.comeBack());
    expect(services.pinLock.read().phase).toBe('open');
  });
});

describe('the PIN panel', () => {
  const openPanel = async (services = fakeServices()) => {
    const app = openApp('/home?panel=pin', services);
    return { ...app, panel: within(await screen.findByRole('dialog', { name: 'PIN 碼鎖定' })) };
  };

  /** The way to a first PIN: the transaction secret, once. */
  const beginFirst = async ({ user, panel }: Awaited<ReturnType<typeof openPanel>>) => {
    await user.click(panel.getByRole('button', { name: '設定 PIN 碼' }));
    await screen.findByRole('dialog', { name: '輸入交易密碼' });
    await user.keyboard('482913');
    await panel.findByLabelText('輸入新的 PIN 碼');
  };

  test('sets a PIN by typing it twice, and from then on leaving locks', async () => {
    const opened = await openPanel();
    const { user, services, panel } = opened;
    expect(panel.getByText(/只是一層畫面遮罩/)).toBeTruthy();
    await beginFirst(opened);
    await user.keyboard(PIN);
    await panel.findByLabelText('再輸入一次');
    await user.keyboard('2581');
    expect(await panel.findByText('兩次輸入的不一樣，請重新設定。')).toBeTruthy();
    await user.keyboard(PIN);
    await panel.findByLabelText('再輸入一次');
    await user.keyboard(PIN);
    expect(await panel.findByRole('button', { name: '變更 PIN 碼' })).toBeTruthy();
    expect(JSON.stringify(services.preferences.kept)).not.toContain(PIN);
    expect(services.shared.getItem('userDeviceSet')).toBe('{"pinUnlock":true}');
    act(() => services.page.leave());
    expect(await screen.findByRole('heading', { name: '錢包已鎖定' })).toBeTruthy();
  });

  test('warns about a PIN that is easy to guess, and takes it from whoever wants it', async () => {
    const opened = await openPanel();
    const { user, panel } = opened;
    await beginFirst(opened);
    await user.keyboard('1234');
    expect(await panel.findByRole('alert')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '仍然使用這組' }));
    await user.keyboard('1234');
    expect(await panel.findByRole('button', { name: '變更 PIN 碼' })).toBeTruthy();
  });

  test('sets no first PIN for whoever does not know the transaction secret', async () => {
    const { user, services, panel } = await openPanel();
    await user.click(panel.getByRole('button', { name: '設定 PIN 碼' }));
    await screen.findByRole('dialog', { name: '輸入交易密碼' });
    await user.keyboard('111111');
    expect(await screen.findByText(/交易密碼錯誤/)).toBeTruthy();
    expect(panel.queryByLabelText('輸入新的 PIN 碼')).toBeNull();
    expect(services.pinLock.read().isPinSet).toBe(false);
  });

  test('goes back to its overview with the Back of the browser, not out of the panel', async () => {
    const opened = await openPanel();
    await beginFirst(opened);
    await waitFor(() => expect(globalThis.history.state).toMatchObject({ steps: 1 }));
    globalThis.history.back();
    expect(await opened.panel.findByRole('button', { name: '設定 PIN 碼' })).toBeTruthy();
    expect(address()).toBe('/home?panel=pin');
  });

  test('changes a PIN for whoever knows it, without asking the secret again', async () => {
    const services = await withPin();
    act(() => services.page.say('opened'));
    const { user, server, panel } = await openPanel(services);
    await user.click(panel.getByRole('button', { name: '變更 PIN 碼' }));
    await user.keyboard(PIN);
    await panel.findByLabelText('輸入新的 PIN 碼');
    await user.keyboard('4823');
    await panel.findByLabelText('再輸入一次');
    await user.keyboard('4823');
    expect(await panel.findByRole('button', { name: '變更 PIN 碼' })).toBeTruthy();
    expect(server.asked.some(({ path }) => path === '/member/transpass/verify')).toBe(false);
  });

  test('promises no lock that is switched off', async () => {
    const services = await withPin();
    act(() => services.page.say('opened'));
    const { user, panel } = await openPanel(services);
    expect(panel.getByRole('heading', { name: '離開就鎖上' })).toBeTruthy();
    await user.click(panel.getByRole('checkbox', { name: '離開時鎖定' }));
    await user.keyboard(PIN);
    expect(await panel.findByRole('heading', { name: '離開時不會鎖上' })).toBeTruthy();
  });

  test('leads a member without a transaction secret to where one is chosen', async () => {
    const { user, panel } = await openPanel(fakeServices({ world: { ...fakeWorld(), secretForm: 'none' } }));
    await user.click(await panel.findByRole('link', { name: '設定交易密碼' }));
    expect(address()).toBe('/home?panel=transaction-secret');
  });

  test('removes the PIN for whoever knows it, and counts wrong tries as the lock does', async () => {
    const services = await withPin({ failures: 3 });
    services.pinLock.tap();
    act(() => services.page.say('opened'));
    const { user, panel } = await openPanel(services);
    await user.click(panel.getByRole('button', { name: '移除 PIN 碼' }));
    await user.keyboard('1379');
    expect(await panel.findByText('PIN碼錯誤，請重新輸入')).toBeTruthy();
    expect(kept(services)?.failures).toBe(4);
    await user.keyboard(PIN);
    expect(await panel.findByRole('button', { name: '設定 PIN 碼' })).toBeTruthy();
    expect(services.preferences.kept).toEqual({ is: 'none' });
  });

  test('says when the device did not take the change, and asks again', async () => {
    const services = await withPin();
    act(() => services.page.say('opened'));
    const { user, panel } = await openPanel(services);
    const { clear } = services.preferences;
    services.preferences.clear = () => Promise.reject(new Error('no room'));
    await user.click(panel.getByRole('button', { name: '移除 PIN 碼' }));
    await user.keyboard(PIN);
    expect(await panel.findByText('沒有儲存成功，請再試一次。')).toBeTruthy();
    services.preferences.clear = clear;
    await user.keyboard(PIN);
    expect(await panel.findByRole('button', { name: '設定 PIN 碼' })).toBeTruthy();
  });

  test('locks when somebody guesses at it for too long', async () => {
    const services = await withPin({ failures: 4 });
    act(() => services.page.say('opened'));
    const { user, panel } = await openPanel(services);
    await user.click(panel.getByRole('checkbox', { name: '離開時鎖定' }));
    await user.keyboard('1379');
    expect(await screen.findByRole('heading', { name: '請稍候再試' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('offers nothing where nothing can be kept safely', async () => {
    const services = fakeServices();
    services.preferences.isSupported = false;
    const { panel } = await openPanel(services);
    expect(panel.getByText(/沒有安全存放 PIN 碼的地方/)).toBeTruthy();
    expect(panel.queryByRole('button', { name: '設定 PIN 碼' })).toBeNull();
  });
});
