import { appError } from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openFreezeLink } from '#app/shell/right-place.ts';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { fakeServices } from '#test/fake-services.ts';
import { FAKE_NOW } from '#test/fake-times.ts';
import { fakeWorld, type FakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

type App = ReturnType<typeof openApp>;
const panelNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
async function tapSecret({ user }: App, digits: string) {
  for (const digit of digits) await user.click(screen.getByRole('button', { name: digit }));
}

describe('the security centre', () => {
  test('is reached from settings and leads to each of its parts', async () => {
    const { user } = openApp('/home?panel=settings');
    await user.click((await panelNamed('設定')).getByRole('link', { name: /安全中心/ }));
    const centre = await panelNamed('安全中心');
    for (const way of [/手機號碼/, /登入過的裝置/, /登入紀錄/, /凍結帳號/, /PIN 碼鎖定/])
      expect(centre.getByRole('link', { name: way })).toBeTruthy();
  });

  test('says the level, and leads to what each one opens and needs', async () => {
    const { user } = openApp('/home?panel=security');
    await user.click(await screen.findByRole('link', { name: /會員等級 Lv\.3/ }));
    const record = await panelNamed('我的交易紀錄');
    expect(await record.findByRole('heading', { name: '會員等級 Lv.3' })).toBeTruthy();
  });

  test('says what cools down, why and until when', async () => {
    const world = { ...fakeWorld(), coolDownUntil: new Date(FAKE_NOW + 3_600_000).toISOString() };
    openApp('/home?panel=security', fakeServices({ world }));
    expect(await screen.findByText('安全冷卻中，台北時間 15:02 解除')).toBeTruthy();
    expect(screen.getByText(/原因：在新裝置登入/)).toBeTruthy();
  });

  test('shows no cool-down that is over', async () => {
    const world = { ...fakeWorld(), coolDownUntil: new Date(FAKE_NOW - 1000).toISOString() };
    openApp('/home?panel=security', fakeServices({ world }));
    expect(await screen.findByText(/^會員等級/)).toBeTruthy();
    expect(screen.queryByText(/安全冷卻中/)).toBeNull();
  });
});

describe('the devices', () => {
  test('mark this one, and let another be removed after a question', async () => {
    const { user, server } = openApp('/home?panel=devices');
    const rows = within(await screen.findByRole('list', { name: '登入過的裝置' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('Safari · iPhone未知（203.0.113.0/24） · 最後使用 13:56這台裝置'),
      expect.stringContaining('Chrome · Windows'),
    ]);
    await user.click(screen.getByRole('button', { name: '移除 Chrome · Windows' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '移除' }));
    expect(await screen.findByText('裝置已移除')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Chrome · Windows')).toBeNull());
    expect(server.asked.find(({ path }) => path === '/member/security/device-revoke')?.input).toEqual({
      id: '1',
    });
  });
});

describe('a question before something goes', () => {
  test.each([
    ['/home?panel=devices', '移除 Chrome · Windows'],
    ['/home?panel=settings', '登出'],
  ])('at %s is not answered by an Enter too many', async (at, name) => {
    const { user, server, services } = openApp(at);
    const button = await screen.findByRole('button', { name });
    act(() => button.focus());
    await user.keyboard('{Enter}{Enter}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(services.session.read()).toBeDefined();
    expect(server.asked.some(({ path }) => path === '/member/security/device-revoke')).toBe(false);
  });
});

describe('the history of sign-ins', () => {
  test('shows failures too, loads older ones, and leads to freezing', async () => {
    const { user } = openApp('/home?panel=login-history');
    const list = async () =>
      within(await screen.findByRole('list', { name: '登入紀錄' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    expect(await list()).toEqual([
      '13:56未知（203.0.113.0/24） · Safari · iPhone登入成功',
      '11:02未知（203.0.113.0/24） · Safari · iPhone密碼錯誤',
    ]);
    await user.click(screen.getByRole('button', { name: '載入更多' }));
    await waitFor(async () => expect(await list()).toHaveLength(3));
    expect(screen.queryByRole('button', { name: '載入更多' })).toBeNull();
    await user.click(screen.getByRole('link', { name: '不是我，凍結帳號' }));
    expect(address()).toBe('/home?panel=freeze');
  });
});

describe('a page that cannot be had', () => {
  test('is told where it was asked for, and what was read before stays', async () => {
    const { server, user } = openApp('/home?panel=login-history');
    const more = await screen.findByRole('button', { name: '載入更多' });
    server.set('/member/security/history', appError('OFFLINE'));
    await user.click(more);
    expect((await screen.findByRole('alert')).textContent).toBe('目前無法載入');
    expect(screen.getByText('11:02')).toBeTruthy();
    server.set('/member/security/history', undefined);
    await user.click(screen.getByRole('button', { name: '載入更多' }));
    await waitFor(() => expect(screen.getAllByText('登入成功')).toHaveLength(2));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('freezing', () => {
  test('asks first, and Back says no to the question alone', async () => {
    const { user, server } = openApp('/home?panel=freeze');
    await user.click(await screen.findByRole('button', { name: '凍結我的帳號' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(document.activeElement).toBe(question.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(globalThis.history.state).toMatchObject({ steps: 1 }));
    globalThis.history.back();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('dialog', { name: '凍結帳號' })).toBeTruthy();
    expect(address()).toBe('/home?panel=freeze');
    expect(server.asked.some(({ path }) => path === '/member/security/freeze')).toBe(false);
  });

  test('says what it does, asks once, and signs out here', async () => {
    const { user, services } = openApp('/home?panel=freeze');
    const first = await screen.findByRole('button', { name: '凍結我的帳號' });
    await user.click(first);
    const last = within(screen.getByRole('alertdialog')).getByRole('button', { name: '凍結我的帳號' });
    // It locks its own member out: neither step looks like one that merely goes on.
    for (const button of [first, last]) expect(button.className).toMatch(/danger/);
    await user.click(last);
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.getByRole('alertdialog').textContent).toContain('帳號已凍結');
    expect(services.session.read()).toBeUndefined();
    // It is over by choice: the next sign-in does not lead back here.
    expect(services.tab.getItem('returnTo')).toBeNull();
  });

  test('is lifted on the sign-in page with password and code', async () => {
    const app = openApp('/login?panel=unfreeze', fakeServices({ isSignedIn: false }));
    const panel = await panelNamed('解除凍結');
    await app.user.type(panel.getByLabelText('帳號'), 'amberlin88');
    await app.user.type(panel.getByLabelText('登入密碼'), 'Holdfast1');
    await app.user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    const code = await panel.findByLabelText('六位數驗證碼');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await app.user.keyboard(FAKE_CODE);
    expect(await screen.findByText('帳號已解除凍結，請登入')).toBeTruthy();
  });
});

describe('freezing without a session', () => {
  const openPanel = async () => {
    const app = openApp('/login?panel=freeze-account', fakeServices({ isSignedIn: false }));
    return { ...app, panel: await panelNamed('凍結帳號') };
  };
  const frozenWith = ({ server }: App) =>
    server.asked.filter(({ path }) => path === '/member/security/freeze-without-session').at(-1)?.input;

  test('is reached from the notice of a takeover, which knows the account', async () => {
    const { user, services } = openApp('/home');
    await screen.findByText('15,480');
    const { account } = services.session.read()?.login ?? {};
    act(() => services.failures.report(appError('NOT_SIGNED_IN', { reason: 'takeover' })));
    await user.click(screen.getByRole('button', { name: '這不是我' }));
    expect(address()).toBe('/login?panel=freeze-account');
    const field = (await panelNamed('凍結帳號')).getByLabelText<HTMLInputElement>('帳號');
    expect([field.value, screen.queryByRole('alertdialog')]).toEqual([account, null]);
  });

  test('is where a takeover leads whose news comes while the freeze is open', async () => {
    const { services } = openApp('/home?panel=freeze');
    await screen.findByRole('button', { name: '凍結我的帳號' });
    act(() => services.failures.report(appError('NOT_SIGNED_IN', { reason: 'takeover' })));
    await waitFor(() => expect(address()).toBe('/login?panel=freeze-account'));
    expect(await (await panelNamed('凍結帳號')).findByLabelText('登入密碼')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('is not covered by the end of the session that led to it, which is answered when it is done', async () => {
    const app = await openPanel();
    const end = () =>
      act(() => app.services.failures.report(appError('NOT_SIGNED_IN', { reason: 'takeover' })));
    end();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await app.user.click(app.panel.getByRole('button', { name: '返回' }));
    expect(await screen.findByRole('alertdialog', { name: '您已被登出' })).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: '這不是我' }));
    end();
    const panel = await panelNamed('凍結帳號');
    await app.user.type(panel.getByLabelText('帳號'), 'amberlin88');
    await app.user.type(panel.getByLabelText('登入密碼'), 'Holdfast1{Enter}');
    await app.user.click(await panel.findByRole('button', { name: '回到登入' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('takes the password, mends a wrong one where it was typed, and says what came of it', async () => {
    const app = await openPanel();
    await app.user.type(app.panel.getByLabelText('帳號'), 'amberlin88');
    await app.user.type(app.panel.getByLabelText('登入密碼'), 'Wrong1{Enter}');
    expect((await app.panel.findByRole('alert')).textContent).toBe('帳號或密碼錯誤');
    await app.user.clear(app.panel.getByLabelText('登入密碼'));
    await app.user.type(app.panel.getByLabelText('登入密碼'), 'Holdfast1');
    await app.user.click(app.panel.getByRole('button', { name: '凍結我的帳號' }));
    expect((await app.panel.findByRole('status')).textContent).toBe('帳號已凍結');
    expect(frozenWith(app)).toEqual({
      account: 'amberlin88',
      password: 'Holdfast1',
      installId: expect.any(String),
    });
    await app.user.click(app.panel.getByRole('button', { name: '回到登入' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });

  test('takes a code to the mobile of whoever does not know the password', async () => {
    const app = await openPanel();
    const byCode = app.panel.getByRole('button', { name: '不記得密碼，改用驗證碼' });
    expect(byCode.getAttribute('aria-disabled')).toBe('true');
    await app.user.type(app.panel.getByLabelText('帳號'), 'amberlin88');
    await app.user.click(byCode);
    await app.user.type(await app.panel.findByLabelText('六位數驗證碼'), FAKE_CODE);
    expect((await app.panel.findByRole('status')).textContent).toBe('帳號已凍結');
    expect(frozenWith(app)).toEqual({
      account: 'amberlin88',
      ticket: expect.any(String),
      installId: expect.any(String),
    });
  });
});

describe('freezing by the link of a security message', () => {
  const LINK = 'L'.repeat(43);
  const openLink = async (link = LINK, isSignedIn = false) => {
    const services = fakeServices({ isSignedIn });
    services.freezeLink.keep(link);
    const app = openApp(isSignedIn ? '/home?panel=freeze-account' : '/login?panel=freeze-account', services);
    return { ...app, panel: await panelNamed('凍結帳號') };
  };
  const asked = ({ server }: App) =>
    server.asked.filter(({ path }) => path === '/member/security/freeze-without-session');

  test.each([
    [false, '回到登入', '/login'],
    [true, '完成', '/home'],
  ])('asks first, and then needs nothing more (signed in: %s)', async (isSignedIn, leave, at) => {
    const app = await openLink(LINK, isSignedIn);
    expect(asked(app)).toEqual([]);
    await app.user.click(app.panel.getByRole('button', { name: '凍結我的帳號' }));
    expect((await app.panel.findByRole('status')).textContent).toBe('帳號已凍結');
    expect(asked(app).map(({ input }) => input)).toEqual([{ link: LINK }]);
    expect(app.services.freezeLink.read()).toBeUndefined();
    await app.user.click(app.panel.getByRole('button', { name: leave }));
    await waitFor(() => expect(address()).toBe(at));
  });

  test.each([
    ['FREEZE_LINK_USED', '已經用過'],
    ['FREEZE_LINK_EXPIRED', '超過 72 小時'],
    ['FREEZE_LINK_UNKNOWN', '這個連結不正確'],
  ] as const)('that is refused as %s says so, and offers the password', async (name, text) => {
    const app = await openLink();
    app.server.set('/member/security/freeze-without-session', appError(name));
    await app.user.click(app.panel.getByRole('button', { name: '凍結我的帳號' }));
    expect((await app.panel.findByRole('alert')).textContent).toContain(text);
    expect(app.panel.queryByRole('button', { name: '凍結我的帳號' })).toBeNull();
    await app.user.click(app.panel.getByRole('button', { name: '改用密碼或驗證碼凍結' }));
    expect(app.panel.getByLabelText('登入密碼')).toBeTruthy();
  });

  test.each(['', LINK.slice(1), `${LINK}%3C`])(
    'that was not copied whole (%j) is not sent at all',
    async (link) => {
      const app = await openLink(link);
      await app.user.click(app.panel.getByRole('button', { name: '凍結我的帳號' }));
      expect((await app.panel.findByRole('alert')).textContent).toContain('這個連結不正確');
      expect(asked(app)).toEqual([]);
    },
  );

  test('goes on with the next link that is opened in the same tab', async () => {
    const app = await openLink('short');
    await app.user.click(app.panel.getByRole('button', { name: '凍結我的帳號' }));
    await app.panel.findByRole('alert');
    act(() => openFreezeLink(app.services, app.router, LINK));
    expect(app.panel.queryByRole('alert')).toBeNull();
    await app.user.click(app.panel.getByRole('button', { name: '凍結我的帳號' }));
    expect((await app.panel.findByRole('status')).textContent).toBe('帳號已凍結');
  });

  test('waits while a session ends over it, and is forgotten when the member leaves the panel', async () => {
    const app = await openLink(LINK, true);
    act(() => app.services.failures.report(new AppError('SESSION_TIMEOUT')));
    await waitFor(() => expect(address()).toBe('/login?panel=freeze-account'));
    const panel = await panelNamed('凍結帳號');
    expect(panel.getByText(/收到這則訊息的帳號/)).toBeTruthy();
    await app.user.click(panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(app.services.freezeLink.read()).toBeUndefined();
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
  });
});

describe('an unfreezing with a wrong password', () => {
  test('leads back to the password, and needs no second code', async () => {
    const app = openApp('/login?panel=unfreeze', fakeServices({ isSignedIn: false }));
    const panel = await panelNamed('解除凍結');
    await app.user.type(panel.getByLabelText('帳號'), 'amberlin88');
    await app.user.type(panel.getByLabelText('登入密碼'), 'Wrong1');
    await app.user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    await app.user.type(await panel.findByLabelText('六位數驗證碼'), FAKE_CODE);
    expect((await panel.findByRole('alert')).textContent).toBe('帳號或密碼錯誤');
    expect(panel.getByRole('button', { name: '解除凍結' })).toBeTruthy();
    const password = panel.getByLabelText<HTMLInputElement>('登入密碼');
    await app.user.clear(password);
    await app.user.type(password, 'Holdfast1{Enter}');
    expect(await screen.findByText('帳號已解除凍結，請登入')).toBeTruthy();
    expect(app.server.asked.filter(({ path }) => path === '/utils/otp/mobile/send')).toHaveLength(1);
  });
});

describe('a code that is asked for anew', () => {
  test('is said to be on its way when it was sent, and not when nothing could be sent', async () => {
    const app = openApp('/login?panel=unfreeze', fakeServices({ isSignedIn: false }));
    const panel = await panelNamed('解除凍結');
    await app.user.type(panel.getByLabelText('帳號'), 'amberlin88');
    await app.user.type(panel.getByLabelText('登入密碼'), 'Holdfast1');
    await app.user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    await panel.findByLabelText('六位數驗證碼');
    app.world.now += 60_000;
    const again = await panel.findByRole('button', { name: '重新傳送驗證碼' });
    app.server.set('/utils/otp/mobile/send', appError('PROXY_UNREACHABLE'));
    await app.user.click(again);
    const failure = within(await screen.findByRole('alertdialog'));
    expect(panel.queryByText('新的驗證碼已傳送，先前的已失效。')).toBeNull();
    await app.user.click(failure.getByRole('button', { name: '關閉' }));
    app.server.set('/utils/otp/mobile/send', undefined);
    await app.user.click(again);
    expect(await panel.findByText('新的驗證碼已傳送，先前的已失效。')).toBeTruthy();
  });
});

describe('the anti-phishing phrase', () => {
  const openPhrase = async (change: Partial<FakeWorld> = {}) => {
    const app = openApp('/home?panel=phrase', fakeServices({ world: { ...fakeWorld(), ...change } }));
    return { ...app, panel: await panelNamed('防偽短語') };
  };

  test('is set with the transaction secret, shown as a mail will show it, and stands in the security centre', async () => {
    const app = await openPhrase();
    await app.user.type(await app.panel.findByLabelText('新的防偽短語'), '阿嬤的 綠豆湯');
    expect(app.panel.getByText('阿嬤的 綠豆湯')).toBeTruthy();
    await app.user.click(app.panel.getByRole('button', { name: '儲存防偽短語' }));
    expect(screen.getByText('將防偽短語設為「阿嬤的 綠豆湯」')).toBeTruthy();
    await tapSecret(app, '482913');
    expect(await screen.findByText('防偽短語已更新')).toBeTruthy();
    const set = app.server.asked.find(({ path }) => path === '/member/security/phrase-set');
    expect(set).toMatchObject({ transpass: '482913', input: { phrase: '阿嬤的 綠豆湯' } });
    globalThis.history.pushState(null, '', '/home?panel=security');
    globalThis.dispatchEvent(new PopStateEvent('popstate'));
    expect((await panelNamed('安全中心')).getByRole('link', { name: /防偽短語/ }).textContent).toContain(
      '綠豆湯',
    );
  });

  test('is not asked the secret for while it breaks its rule', async () => {
    const { user, panel } = await openPhrase();
    await user.type(await panel.findByLabelText('新的防偽短語'), 'evil.example');
    await user.click(panel.getByRole('button', { name: '儲存防偽短語' }));
    expect(screen.queryByRole('dialog', { name: '輸入交易密碼' })).toBeNull();
    expect(panel.getAllByText('，已符合')).toHaveLength(1);
  });

  test('can be removed', async () => {
    const app = await openPhrase({ phrase: '小熊維尼' });
    expect(await app.panel.findByText('小熊維尼')).toBeTruthy();
    await app.user.click(app.panel.getByRole('button', { name: '移除防偽短語' }));
    await tapSecret(app, '482913');
    expect(await screen.findByText('防偽短語已移除')).toBeTruthy();
    expect(app.world.phrase).toBeUndefined();
  });

  test('says what it waits for where no mail address is verified, and leads there', async () => {
    const { user, panel } = await openPhrase({ mail: 'none' });
    await user.click(await panel.findByRole('link', { name: '設定電子信箱' }));
    expect(address()).toBe('/home?panel=contact');
  });
});

describe('mobile number and mail address', () => {
  test('say that nothing can be changed while it is not known how they stand, and ask again', async () => {
    const services = fakeServices();
    services.server.set('/member/account/permissions', appError('OFFLINE'));
    const { server, user } = openApp('/home?panel=contact', services);
    const panel = await panelNamed('聯絡方式');
    const again = await panel.findByRole('button', { name: '再試一次' });
    server.set('/member/account/permissions', undefined);
    await user.click(again);
    expect(await panel.findByRole('button', { name: '變更 手機號碼' })).toBeTruthy();
  });
});

describe('a mail address', () => {
  test('where there was none is added, from the first press to the last word', async () => {
    const app = openApp('/home?panel=contact', fakeServices({ world: { ...fakeWorld(), mail: 'none' } }));
    await app.user.click(await screen.findByRole('button', { name: '新增 電子信箱' }));
    const form = await panelNamed('電子信箱');
    await app.user.type(await form.findByLabelText('電子信箱'), 'amber@mail.example');
    await app.user.click(form.getByRole('button', { name: '下一步' }));
    expect(screen.getByText('新增電子信箱 amber@mail.example')).toBeTruthy();
    await tapSecret(app, '482913');
    const own = await panelNamed('先確認是您本人');
    expect(own.getByText(/傳送至 09\*+21/)).toBeTruthy();
    await app.user.type(own.getByRole('textbox'), FAKE_CODE);
    const code = await panelNamed('確認您的聯絡方式');
    await app.user.type(code.getByRole('textbox'), FAKE_CODE);
    expect(await screen.findByText('電子信箱已新增')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '變更 電子信箱' })).toBeTruthy();
  });
});

describe('changing the mobile number', () => {
  async function toCodes(app: App) {
    await app.user.click(await screen.findByRole('button', { name: '變更 手機號碼' }));
    await app.user.type(await screen.findByLabelText('新的手機號碼'), '0912 345 678');
    await app.user.click(screen.getByRole('button', { name: '下一步' }));
    expect(screen.getByText('變更手機號碼為 +886912345678')).toBeTruthy();
    await tapSecret(app, '482913');
  }

  test('asks the code of the old number, then that of the new one, and the secret once', async () => {
    const app = openApp('/home?panel=contact');
    await toCodes(app);
    const old = await panelNamed('先確認是您本人');
    await app.user.type(old.getByRole('textbox'), FAKE_CODE);
    const next = await panelNamed('確認新的聯絡方式');
    await app.user.type(next.getByRole('textbox'), FAKE_CODE);
    expect(await screen.findByText('手機號碼已變更')).toBeTruthy();
    const verify = app.server.asked.find(({ path }) => path === '/member/mobile-change/verify');
    expect(verify).toMatchObject({ transpass: '482913', input: { newTicket: expect.any(String) } });
  });

  test('goes on with the same code after a network that failed behind it', async () => {
    const app = openApp('/home?panel=contact');
    await toCodes(app);
    await app.user.type((await panelNamed('先確認是您本人')).getByRole('textbox'), FAKE_CODE);
    const next = await panelNamed('確認新的聯絡方式');
    app.server.set('/member/mobile-change/verify', appError('PROXY_UNREACHABLE'));
    await app.user.type(next.getByRole('textbox'), FAKE_CODE);
    await app.user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: '關閉' }),
    );
    app.server.set('/member/mobile-change/verify', undefined);
    await app.user.type(next.getByRole('textbox'), FAKE_CODE);
    expect(await screen.findByText('手機號碼已變更')).toBeTruthy();
  });

  test('sends the code to the mail address of who has lost the old number', async () => {
    const app = openApp('/home?panel=contact');
    await toCodes(app);
    const old = await panelNamed('先確認是您本人');
    await app.user.click(await old.findByRole('button', { name: '改傳到電子信箱' }));
    const begun = app.server.asked.filter(({ path }) => path === '/member/mobile-change/create-verification');
    expect(begun.map(({ input }) => (input as { via?: string }).via)).toEqual([undefined, 'mail']);
  });

  test('says until when no code can be sent to who has no address from before the cool-down', async () => {
    const app = openApp('/home?panel=contact');
    const until = new Date(fakeWorld().now + 3_600_000).toISOString();
    app.server.set(
      '/member/mobile-change/create-verification',
      appError('CODE_ADDRESSES_TOO_NEW', { until }),
    );
    await toCodes(app);
    expect(await screen.findByText(/都是在安全冷卻期間驗證的/)).toBeTruthy();
  });

  test('refuses a number that is none, and says what the server refuses', async () => {
    const app = openApp('/home?panel=contact');
    await app.user.click(await screen.findByRole('button', { name: '變更 手機號碼' }));
    await app.user.type(await screen.findByLabelText('新的手機號碼'), '12');
    await app.user.click(screen.getByRole('button', { name: '下一步' }));
    expect(screen.getByText('請輸入正確的手機號碼')).toBeTruthy();
    app.server.set('/member/mobile-change/create-verification', appError('CONTACT_SAME'));
    await app.user.clear(screen.getByLabelText('新的手機號碼'));
    await app.user.type(screen.getByLabelText('新的手機號碼'), '0912345678');
    await app.user.click(screen.getByRole('button', { name: '下一步' }));
    await tapSecret(app, '482913');
    expect(await screen.findByText('這就是您目前使用的聯絡方式')).toBeTruthy();
  });
});
