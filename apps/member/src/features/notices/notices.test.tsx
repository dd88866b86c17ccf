import { NOTIFICATION_RULES, NOTIFICATION_TYPES, type InboxRow } from '@holdfast/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

let made = 100;
const row = (type: string, extra: Record<string, unknown> = {}): InboxRow => ({
  seq: String((made += 1)),
  type,
  title: type,
  content: '',
  extra,
  at: '2026-08-17T06:02:00.000Z',
});

/** The app with these messages in the inbox, all of them news. */
async function openWith(...rows: InboxRow[]) {
  const app = openApp('/home', fakeServices());
  await screen.findByText('15,480');
  act(() => app.services.notices.change(() => ({ rows })));
  return app;
}

const dialog = async () => within(await screen.findByRole('alertdialog'));
const buttons = () => screen.getAllByRole('button').filter((button) => button.closest('[role=alertdialog]'));

describe('a password that must be changed', () => {
  const openExpired = async () => {
    const services = fakeServices({ world: { ...fakeWorld(), isPasswordExpired: true } });
    const app = openApp('/transaction', services);
    return { ...app, asking: await dialog() };
  };

  test('is asked for at the start, and leads to where it is changed', async () => {
    const { user, asking } = await openExpired();
    expect(asking.getByText('請變更登入密碼')).toBeTruthy();
    await user.click(asking.getByRole('button', { name: '前往變更' }));
    expect(await screen.findByRole('dialog', { name: '變更登入密碼' })).toBeTruthy();
    expect(address()).toBe('/transaction?panel=password');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('may wait until the next start', async () => {
    const { user, asking, services } = await openExpired();
    await user.click(asking.getByRole('button', { name: '稍後' }));
    // What the lock covers and shows again begins anew, but it is no new start.
    await services.lock.setPin('2580');
    act(() => services.page.leave());
    await user.click(await screen.findByRole('button', { name: '點一下螢幕解鎖' }));
    const isAsked = () =>
      services.server.asked.filter(({ path }) => path === '/member/account/passwordExpired').length;
    await user.keyboard('2580{Enter}');
    await waitFor(() => expect(isAsked()).toBe(2));
    await screen.findByRole('heading', { name: '買入' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    cleanup();
    await openExpired();
  });

  test('is not spoken of to who has been signed out meanwhile', async () => {
    const { services } = await openExpired();
    act(() => services.endSession());
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('a notification', () => {
  test('of a change to the account says what to do for who did not make it', async () => {
    await openWith(row('mailChanged', { when: '2026-08-17T06:01:00.000Z' }));
    const box = await dialog();
    expect(box.getByText('電子信箱已變更')).toBeTruthy();
    expect(box.getByText('時間：14:01')).toBeTruthy();
    expect(box.getByText('如非本人操作，請立即凍結帳號並聯絡客服。')).toBeTruthy();
  });

  test('of a sign-in says when, where and on what, and leads who did not make it to the freeze', async () => {
    const facts = { when: '2026-08-17T06:01:00.000Z', device: 'Chrome', place: '未知' };
    const { user, services } = await openWith(row('userNormalLogin', facts));
    const box = await dialog();
    for (const text of ['時間：14:01', '裝置：Chrome', '地點：未知'])
      expect(box.getByText(text)).toBeTruthy();
    await user.click(box.getByRole('link', { name: '不是我，凍結帳號' }));
    expect(address()).toBe('/home?panel=freeze');
    expect(services.notices.read().rows).toEqual([]);
  });

  test.each(NOTIFICATION_TYPES)('of type %s has the buttons of its row in the table', async (type) => {
    await openWith(row(type));
    await dialog();
    const names = { close: '關閉', confirm: '確認' };
    expect(buttons().map((button) => button.textContent)).toEqual(
      NOTIFICATION_RULES[type].buttons.map((button) => names[button]),
    );
  });

  test('of a type that this build does not know is an information with 關閉', async () => {
    const { user, services } = await openWith({
      ...row('weatherReport'),
      title: '颱風',
      content: '明天停班',
    });
    expect((await dialog()).getByText('明天停班')).toBeTruthy();
    expect(screen.getByRole('heading', { name: '颱風' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '關閉' }));
    expect(services.notices.read().rows).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('never shows the name of a type', async () => {
    await openWith(row('weatherReport'));
    expect((await dialog()).getByRole('heading').textContent).toBe('通知');
  });

  test('shows what people wrote as text', async () => {
    const polyglot = `"'><img src=x onerror=alert(1)><svg/onload=alert(2)>`;
    await openWith({ ...row(polyglot), title: `${polyglot}!`, content: polyglot });
    expect((await dialog()).getByText(polyglot)).toBeTruthy();
    expect(document.querySelector('[onerror], [onload]')).toBeNull();
  });

  test('of an order leads to it by type and number, and speaks of it', async () => {
    const extra = { orderId: '501', serialNo: 'HF-1', nick: '阿德', quantity: 3000, coinType: 'TWD' };
    const { user } = await openWith(row('orderPaid', extra));
    expect((await dialog()).getByText('阿德 · 3000 TWD')).toBeTruthy();
    expect(screen.getByText('訂單 HF-1')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid&orderId=501'));
  });

  test('of an order whose number is none leads by its type alone', async () => {
    const { user } = await openWith(row('orderPaid', { orderId: '../login?panel=register' }));
    await user.click(await screen.findByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/front-end-order?type=orderPaid'));
  });

  test('of a forced logout must be answered, and signs out', async () => {
    const { user, services } = await openWith(row('userForcedLogout'));
    await dialog();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(services.session.read()).toBeUndefined();
  });

  test('of a real-name review asks for member info anew and goes Home', async () => {
    const { user, server } = await openWith(row('userRealNameReview'));
    await dialog();
    const before = server.asked.filter(({ path }) => path === '/member/info/{account}').length;
    await user.click(screen.getByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toBe('/home'));
    expect(server.asked.filter(({ path }) => path === '/member/info/{account}')).toHaveLength(before + 1);
  });

  test.each([
    ['merchantBindReview', { reviewSuccess: 'true' }, true],
    ['merchantBindReview', { reviewSuccess: false }, false],
    ['merchantBindReview', {}, false],
  ])('%s %j stores platformBinding %s', async (type, extra, stored) => {
    const { services } = await openWith(row(type, extra));
    await dialog();
    expect(services.session.read()?.platformBinding).toBe(stored);
  });

  test('of a card review stores bankCardStatus in member info', async () => {
    const { services } = await openWith(row('userBankCardReview', { bankCardStatus: 'Approved' }));
    await dialog();
    expect(services.session.read()?.memberInfo?.bankCardStatus).toBe('Approved');
  });

  test('comes after the one before it, and an error comes first', async () => {
    const { user, services } = await openWith(row('userWithdrawSuccess'), row('merchantBindReview'));
    expect((await dialog()).getByText('提領成功')).toBeTruthy();
    const { appError } = await import('@holdfast/contract');
    act(() => services.failures.report(appError('ROLE_NOT_ALLOWED')));
    expect((await dialog()).getByText('會員角色不符')).toBeTruthy();
    for (const title of ['提領成功', '平台綁定審核結果']) {
      await user.click(screen.getByRole('button', { name: '關閉' }));
      expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
      expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
    }
  });

  test('is 300 px wide', () => {
    const css = readFileSync('packages/ui/src/layer.module.css', 'utf8');
    expect(/\.narrow \{\s*width: min\((\d+)px/.exec(css)?.[1]).toBe('300');
  });
});

describe('a pop-up notice', () => {
  test.each([
    ['確定', 1],
    ['取消', 0],
  ])('closes by %s, and does what it asks about %i times', async (name, times) => {
    const { user, services } = openApp('/home');
    const onConfirm = vi.fn<() => void>();
    const popUp = { title: '要繼續嗎', text: '說明', confirm: '確定', cancel: '取消', onConfirm };
    act(() => services.notices.change(() => ({ popUps: [popUp] })));
    await user.click(await screen.findByRole('button', { name }));
    expect(onConfirm).toHaveBeenCalledTimes(times);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the real-name prompt', () => {
  test('advises, and leads Home with the verification asked for', async () => {
    const { user, services } = openApp('/transaction');
    act(() => services.notices.change(() => ({ prompts: ['real-name'] })));
    expect((await dialog()).getByText('親愛的用戶，為保障您的帳戶權益，建議您完成實名驗證。')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '前往驗證' }));
    await waitFor(() => expect(address()).toBe('/home?panel=real-name'));
  });

  test('is not spoken of to who has been signed out meanwhile', async () => {
    const world = fakeWorld();
    world.info = { ...world.info, realNameStatus: 'NotApproved' };
    const { services } = openApp('/home', fakeServices({ world }));
    await dialog();
    act(services.session.signOut);
    await screen.findByLabelText('登入密碼');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('the question to save the log', () => {
  test('says so when the log cannot be put together, and keeps nothing of it', async () => {
    const { services, user } = await openWith();
    const log = Promise.reject(new Error('the mask did not come'));
    log.catch(() => {});
    act(() => services.notices.change(() => ({ prompts: ['debug-log'], log })));
    await user.click((await dialog()).getByRole('button', { name: '確認' }));
    expect(await screen.findByText('連線不穩')).toBeTruthy();
    expect(services.notices.read().log).toBeUndefined();
  });
});

describe('the intro video', () => {
  const openFilm = async (introVideoUrl: string, from = '/home', shared?: Storage) => {
    const services = fakeServices({
      world: { ...fakeWorld(), introVideoUrl },
      isSignedIn: from !== '/login',
    });
    return openApp(from, shared ? { ...services, shared } : services);
  };

  test('shows over a screen, closes by its icon, and is not shown again on this device', async () => {
    const { user, services } = await openFilm('https://assets.example/intro.mp4');
    const film = within(await screen.findByRole('dialog', { name: '介紹影片' }));
    await user.click(film.getByRole('button', { name: '關閉' }));
    expect(screen.queryByRole('dialog', { name: '介紹影片' })).toBeNull();
    cleanup();
    await openFilm('https://assets.example/intro.mp4', '/home', services.shared);
    await screen.findByText('15,480');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that cannot be had gives way, and is shown another time', async () => {
    const { services } = await openFilm('https://assets.example/intro.mp4');
    const film = await screen.findByRole('dialog', { name: '介紹影片' });
    fireEvent.error(film.querySelector('video') as HTMLVideoElement);
    expect(screen.queryByRole('dialog', { name: '介紹影片' })).toBeNull();
    cleanup();
    await openFilm('https://assets.example/intro.mp4', '/home', services.shared);
    expect(await screen.findByRole('dialog', { name: '介紹影片' })).toBeTruthy();
  });

  test.each([
    ['https://assets.example/intro.mp4', '/login'],
    ['javascript:alert(1)', '/home'],
  ])('%s is not shown on %s', async (address_, from) => {
    await openFilm(address_, from);
    await screen.findByRole('heading', { level: 1 });
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
