import { appError } from '@holdfast/contract/errors';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { address, openApp } from '#test/render.tsx';

async function openRegistration() {
  const app = openApp('/login?panel=register', fakeServices({ isSignedIn: false }));
  const panel = within(await screen.findByRole('dialog', { name: '註冊新帳號' }));
  return { ...app, panel };
}

type Opened = Awaited<ReturnType<typeof openRegistration>>;

async function fillWho({ user, panel }: Opened, { account = 'newbie01', nick = '新人' } = {}) {
  await user.type(panel.getByLabelText('帳號'), account);
  await user.type(panel.getByLabelText('暱稱'), nick);
  await user.click(panel.getByRole('button', { name: '下一步' }));
}

async function fillPassword({ user, panel }: Opened) {
  await user.type(panel.getByLabelText('登入密碼'), 'Holdfast9');
  await user.click(panel.getByRole('button', { name: '下一步' }));
}

/** By the keys on the screen, as a thumb does. */
async function tapDigits({ user, panel }: Opened, digits: string) {
  for (const digit of digits) await user.click(panel.getByRole('button', { name: digit }));
}

async function fillMobile({ user, panel }: Opened, mobile = '0912345678') {
  await user.type(await panel.findByLabelText('手機號碼'), mobile);
  await user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
}

async function typeCode({ user, panel }: Opened, code = FAKE_CODE) {
  await user.type(await panel.findByLabelText('六位數驗證碼'), code);
}

async function fillUpToMobile(opened: Opened) {
  await fillWho(opened);
  await fillPassword(opened);
  await tapDigits(opened, '482913482913');
}

describe('registration', () => {
  test('leads from the names to the wallet, one thing per step', async () => {
    const opened = await openRegistration();
    await fillUpToMobile(opened);
    await fillMobile(opened);
    await typeCode(opened);
    await opened.user.click(await opened.panel.findByRole('button', { name: '進入錢包' }));
    await screen.findByRole('heading', { name: /新人/ });
    expect(address()).toBe('/home');
    expect(opened.server.asked.find(({ path }) => path === '/member/register')?.input).toEqual({
      account: 'newbie01',
      nick: '新人',
      password: 'Holdfast9',
      newTranspass: '482913',
      otpTicket: 't'.repeat(43),
      installId: opened.services.installId(),
    });
  });

  test('ticks the rules of the account while one types', async () => {
    const { user, panel } = await openRegistration();
    await user.type(panel.getByLabelText('帳號'), 'ab1');
    const met = panel.getAllByText('，已符合').map((tick) => tick.parentElement?.textContent);
    expect(met).toEqual(['只用小寫英文與數字，已符合', '至少一個英文字母，已符合', '至少一個數字，已符合']);
  });

  test('says that an account is taken before one asks, and does not go on', async () => {
    const opened = await openRegistration();
    await opened.user.type(opened.panel.getByLabelText('帳號'), 'amberlin88');
    expect(await opened.panel.findByText('這個帳號已有人使用')).toBeTruthy();
    await opened.user.type(opened.panel.getByLabelText('暱稱'), '新人');
    expect(opened.panel.getByRole('button', { name: '下一步' }).getAttribute('aria-disabled')).toBe('true');
  });

  test('does not ask about a name that breaks the rules', async () => {
    const { panel, server } = await openRegistration();
    // Whole: a machine that pauses in the middle of a word would have half of it asked about, as it should be.
    fireEvent.change(panel.getByLabelText('暱稱'), { target: { value: 'no symbols!' } });
    fireEvent.change(panel.getByLabelText('帳號'), { target: { value: 'newbie01' } });
    // What was typed later has been asked about by now.
    await panel.findByText('這個帳號可以使用');
    const asked = server.asked.filter(({ path }) => path === '/member/check-duplicate/account-and-nickname');
    expect(asked.map(({ input }) => input)).toEqual([{ account: 'newbie01' }]);
  });

  test('asks the transaction code again when the two differ', async () => {
    const opened = await openRegistration();
    await fillWho(opened);
    await fillPassword(opened);
    await tapDigits(opened, '482913');
    await tapDigits(opened, '482914');
    expect(opened.panel.getByText('兩次輸入不一致，請重新設定')).toBeTruthy();
    expect(opened.panel.getByLabelText('輸入六位數交易密碼')).toBeTruthy();
  });

  test('refuses a transaction code that begins with 0', async () => {
    const opened = await openRegistration();
    await fillWho(opened);
    await fillPassword(opened);
    await opened.user.type(opened.panel.getByLabelText('輸入六位數交易密碼'), '012345');
    expect(opened.panel.getByText('第一碼不能是 0，請重新輸入')).toBeTruthy();
  });

  test('leads back to the step that the server refused', async () => {
    const opened = await openRegistration();
    opened.server.set('/member/register', appError('PASSWORD_BREACHED'));
    await fillWho(opened);
    await fillPassword(opened);
    await tapDigits(opened, '482913482913');
    await fillMobile(opened);
    await typeCode(opened);
    expect(await opened.panel.findByText('這組密碼太常見，請換一組')).toBeTruthy();
    expect(opened.panel.getByLabelText('登入密碼')).toBeTruthy();
  });

  test('goes back one step at a time and keeps what was typed', async () => {
    const opened = await openRegistration();
    await fillWho(opened);
    await opened.user.click(opened.panel.getByRole('button', { name: '返回' }));
    expect(opened.panel.getByLabelText<HTMLInputElement>('帳號').value).toBe('newbie01');
    await opened.user.click(opened.panel.getByRole('button', { name: '返回' }));
    expect(address()).toBe('/login');
  });

  test('goes back one step with the Back of the browser too, and out of the panel in the end', async () => {
    const opened = await openRegistration();
    await fillWho(opened);
    await fillPassword(opened);
    await opened.panel.findByText('輸入六位數交易密碼');
    globalThis.history.back();
    expect((await opened.panel.findByLabelText<HTMLInputElement>('登入密碼')).value).toBe('Holdfast9');
    globalThis.history.back();
    expect((await opened.panel.findByLabelText<HTMLInputElement>('帳號')).value).toBe('newbie01');
    await opened.user.click(opened.panel.getByRole('button', { name: '下一步' }));
    await opened.panel.findByLabelText('登入密碼');
    await opened.user.click(opened.panel.getByRole('button', { name: '返回' }));
    await opened.user.click(opened.panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('understands a number as people write it, and says how', async () => {
    const opened = await openRegistration();
    await fillUpToMobile(opened);
    const { user, panel } = opened;
    const field = panel.getByLabelText('手機號碼');
    await user.type(field, '0912-345');
    expect(panel.getByText('號碼位數完整')).toBeTruthy();
    expect(panel.getByRole('button', { name: '傳送驗證碼' }).getAttribute('aria-disabled')).toBe('true');
    await user.type(field, '-678');
    expect(panel.getByText('驗證碼將傳送至 +886912345678')).toBeTruthy();
    await user.click(panel.getByRole('button', { name: '傳送驗證碼' }));
    await panel.findByText(/傳送至 \+886912345678/);
    expect(opened.server.asked.at(-1)?.input).toEqual({
      purpose: 'register',
      target: '+886912345678',
      lang: 'zh-TW',
    });
  });

  test('says how many tries a wrong code leaves, and that a dead one must be sent anew', async () => {
    const opened = await openRegistration();
    await fillUpToMobile(opened);
    await fillMobile(opened);
    await typeCode(opened, '000000');
    expect(await opened.panel.findAllByText('驗證碼錯誤，還可嘗試 4 次')).not.toEqual([]);
    expect(opened.panel.getByLabelText<HTMLInputElement>('六位數驗證碼').value).toBe('');
    for (let round = 0; round < 4; round += 1) await typeCode(opened, '000000');
    expect(await opened.panel.findAllByText('驗證碼已失效，請重新取得')).not.toEqual([]);
  });

  test('sends another code after a minute of the server, not before', async () => {
    const opened = await openRegistration();
    await fillUpToMobile(opened);
    await fillMobile(opened);
    const { panel, user, world, server } = opened;
    const waiting = await panel.findByRole('button', { name: '60 秒後可重新傳送' });
    expect(waiting.getAttribute('aria-disabled')).toBe('true');
    world.now += 60_000;
    await user.click(await panel.findByRole('button', { name: '重新傳送驗證碼' }));
    await panel.findByText('新的驗證碼已傳送，先前的已失效。');
    const sends = server.asked.filter(({ path }) => path === '/utils/otp/mobile/send');
    expect(sends).toHaveLength(2);
  });

  test('says until when no more codes are sent', async () => {
    const opened = await openRegistration();
    opened.server.set(
      '/utils/otp/mobile/send',
      appError('CODE_LIMIT', { until: '2026-08-17T06:59:00.000Z' }),
    );
    await fillUpToMobile(opened);
    await fillMobile(opened);
    expect(await opened.panel.findByText(/驗證碼發送次數已達上限，請於 .*14:59 後再試/)).toBeTruthy();
  });

  test('asks for another number when the proven one has a member, and sends it a code', async () => {
    const opened = await openRegistration();
    opened.server.set('/member/register', appError('MOBILE_TAKEN'));
    await fillUpToMobile(opened);
    await fillMobile(opened);
    await typeCode(opened);
    expect(await opened.panel.findByText('這個手機號碼已有會員使用')).toBeTruthy();
    opened.server.set('/member/register', undefined);
    await opened.user.clear(opened.panel.getByLabelText('手機號碼'));
    await fillMobile(opened, '0987654321');
    await typeCode(opened);
    expect(await opened.panel.findByRole('button', { name: '進入錢包' })).toBeTruthy();
  });

  test('goes on with the same code after a network that failed behind it', async () => {
    const opened = await openRegistration();
    opened.server.set('/member/register', appError('PROXY_UNREACHABLE'));
    await fillUpToMobile(opened);
    await fillMobile(opened);
    await typeCode(opened);
    const dialog = within(await screen.findByRole('alertdialog'));
    await opened.user.click(dialog.getByRole('button', { name: '關閉' }));
    opened.server.set('/member/register', undefined);
    await typeCode(opened);
    expect(await opened.panel.findByRole('button', { name: '進入錢包' })).toBeTruthy();
  });

  test('asks for no second code when only the name was taken meanwhile', async () => {
    const opened = await openRegistration();
    opened.server.set('/member/register', appError('ACCOUNT_TAKEN'));
    await fillUpToMobile(opened);
    await fillMobile(opened);
    await typeCode(opened);
    await opened.panel.findByText('這個帳號已有人使用');
    opened.server.set('/member/register', undefined);
    await opened.user.click(opened.panel.getByRole('button', { name: '下一步' }));
    await opened.user.click(opened.panel.getByRole('button', { name: '下一步' }));
    await tapDigits(opened, '482913482913');
    await opened.user.click(await opened.panel.findByRole('button', { name: '傳送驗證碼' }));
    expect(await opened.panel.findByRole('button', { name: '進入錢包' })).toBeTruthy();
    expect(opened.server.asked.filter(({ path }) => path === '/utils/otp/mobile/send')).toHaveLength(1);
  });
});

describe('quick sign-up', () => {
  test('asks a password and a mobile, says the account, and lets the names be changed once', async () => {
    const opened = await openRegistration();
    await opened.user.click(opened.panel.getByRole('button', { name: /快速註冊/ }));
    const panel = within(await screen.findByRole('dialog', { name: '快速註冊' }));
    const fast = { ...opened, panel };
    await opened.user.type(panel.getByLabelText('登入密碼'), 'Plain12!');
    expect(panel.getByRole('button', { name: '下一步' }).getAttribute('aria-disabled')).toBe('true');
    await opened.user.clear(panel.getByLabelText('登入密碼'));
    await fillPassword(fast);
    await fillMobile(fast);
    await typeCode(fast);
    expect(await panel.findByText(/您的帳號是 hfabc23456/)).toBeTruthy();
    const input = opened.server.asked.find(({ path }) => path === '/api/fast-registeration')?.input;
    expect(Object.keys(input as object).toSorted()).toEqual(['installId', 'otpTicket', 'password']);
  });

  test('keeps the account that it proposed over a reload, and nothing that opens it', async () => {
    const opened = await openRegistration();
    await opened.user.click(opened.panel.getByRole('button', { name: /快速註冊/ }));
    const fast = { ...opened, panel: within(await screen.findByRole('dialog', { name: '快速註冊' })) };
    await fillPassword(fast);
    await fillMobile(fast);
    await typeCode(fast);
    await fast.panel.findByText(/您的帳號是 hfabc23456/);
    const { tab, world } = { tab: opened.services.tab, world: opened.world };
    expect(JSON.stringify(Object.entries(tab))).not.toMatch(/Holdfast9|xxxx/);
    cleanup();

    const again = openApp('/login?panel=register', { ...fakeServices({ isSignedIn: false, world }), tab });
    const panel = within(await screen.findByRole('dialog', { name: '快速註冊' }));
    expect(panel.getByText(/您的帳號是 hfabc23456/)).toBeTruthy();
    await again.user.click(panel.getByRole('button', { name: '前往登入' }));
    expect((await screen.findByLabelText<HTMLInputElement>('帳號')).value).toBe('hfabc23456');
    await again.user.click(screen.getByRole('link', { name: '註冊新帳號' }));
    expect(await screen.findByRole('dialog', { name: '註冊新帳號' })).toBeTruthy();
  });

  test('is over once its member has entered: who registers next begins anew', async () => {
    const opened = await openRegistration();
    await fillUpToMobile(opened);
    await fillMobile(opened);
    await typeCode(opened);
    await opened.user.click(await opened.panel.findByRole('button', { name: '進入錢包' }));
    await screen.findByRole('heading', { name: /新人/ });
    expect(opened.services.tab.getItem('registered')).toBeNull();
  });

  test('has its names changed in the settings, and the sign-in goes on under the new ones', async () => {
    const services = fakeServices();
    services.server.world.mayRename = true;
    const { user } = openApp('/home?panel=settings', services);
    await user.click(await screen.findByRole('link', { name: /可變更一次/ }));
    const panel = within(await screen.findByRole('dialog', { name: '變更帳號與暱稱' }));
    const confirm = panel.getByRole('button', { name: '確認變更' });
    expect(confirm.getAttribute('aria-disabled')).toBe('true');
    const account = panel.getByLabelText('帳號');
    await user.clear(account);
    await user.type(account, 'mychoice1');
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
    await user.click(confirm);
    await screen.findByText('已變更，下次登入請用新帳號');
    expect(services.session.read()?.login.account).toBe('mychoice1');
  });

  test('goes back to the whole registration', async () => {
    const opened = await openRegistration();
    await opened.user.click(opened.panel.getByRole('button', { name: /快速註冊/ }));
    await opened.user.click(screen.getByRole('button', { name: '返回' }));
    expect(await screen.findByRole('dialog', { name: '註冊新帳號' })).toBeTruthy();
  });
});
