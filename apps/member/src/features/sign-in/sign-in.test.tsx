import { appError } from '@holdfast/contract/errors';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FAKE_CODE } from '#test/fake-codes.ts';
import { FAKE_NOW } from '#test/fake-times.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { FAKE_CEREMONY } from '#test/fake-passkeys.ts';
import { fakeServices } from '#test/fake-services.ts';
import { address, openApp } from '#test/render.tsx';

const LOGIN = '/member/login';

function openSignIn(at = '/login') {
  return openApp(at, fakeServices({ isSignedIn: false }));
}

async function signIn(user: ReturnType<typeof openApp>['user'], password = 'Holdfast1') {
  await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
  await user.type(screen.getByLabelText('登入密碼'), password);
  await user.click(screen.getByRole('button', { name: '登入' }));
}

describe('signing in', () => {
  test('sends account, password and install id, stores the answer and goes Home', async () => {
    const { user, server, services } = openSignIn();
    await signIn(user);
    expect(await screen.findByRole('heading', { name: /小林/ })).toBeTruthy();
    expect(server.asked.find(({ path }) => path === LOGIN)?.input).toEqual({
      account: 'amberlin88',
      password: 'Holdfast1',
      installId: services.installId(),
      lang: 'zh-TW',
    });
    expect(services.session.read()?.vehicle.device).toBe(services.device());
    expect(address()).toBe('/home');
  });

  test('asks for the code where the account is being guessed at, and signs in with its ticket', async () => {
    const { user, server, world } = openSignIn();
    world.isGuessedAt = true;
    await signIn(user);
    const panel = within(await screen.findByRole('dialog', { name: '輸入驗證碼' }));
    expect(panel.getByText(/帳號與密碼正確時/)).toBeTruthy();
    await user.type(panel.getByLabelText('六位數驗證碼'), FAKE_CODE);
    expect(await screen.findByRole('heading', { name: /小林/ })).toBeTruthy();
    const sent = server.asked
      .filter(({ path }) => path === LOGIN)
      .map(({ input }) => Object.hasOwn(input as object, 'ticket'));
    expect(sent).toEqual([false, true]);
  });

  test('says what is left to who has lost the authenticator and the recovery codes', async () => {
    const { user, world } = openSignIn();
    world.authenticator = 'on';
    await signIn(user);
    const panel = within(await screen.findByRole('dialog', { name: '第二步驗證' }));
    expect(panel.queryByText(/兩位人員核准/)).toBeNull();
    await user.click(panel.getByRole('button', { name: '驗證器和備用碼都遺失了' }));
    for (const text of [/兩位人員核准/, /已完成實名驗證/, /尚未實名驗證/, /帳戶無法恢復/])
      expect(panel.getByText(text)).toBeTruthy();
    expect(panel.getByRole('link', { name: '聯絡客服（在新分頁開啟）' })).toBeTruthy();
  });

  test('asks whoever has an authenticator for its code, or for a recovery code', async () => {
    const { user, server, world } = openSignIn();
    world.authenticator = 'on';
    await signIn(user);
    const panel = within(await screen.findByRole('dialog', { name: '第二步驗證' }));
    await user.type(panel.getByLabelText('驗證器的六位數驗證碼'), '000000');
    expect((await panel.findAllByText(/驗證碼不正確/)).length).toBeGreaterThan(0);
    await user.click(panel.getByRole('button', { name: '手機不在身邊，改用備用碼' }));
    expect(panel.getByRole('button', { name: '確認' }).getAttribute('aria-disabled')).toBe('true');
    await user.type(panel.getByLabelText('備用碼'), 'k7m2q-9xhta');
    await user.click(panel.getByRole('button', { name: '改用驗證器的驗證碼' }));
    await user.type(panel.getByLabelText('驗證器的六位數驗證碼'), FAKE_CODE);
    expect(await screen.findByRole('heading', { name: /小林/ })).toBeTruthy();
    const last = server.asked.findLast(({ path }) => path === LOGIN)?.input;
    expect(last).toMatchObject({ step: 's'.repeat(43), code: FAKE_CODE });
    expect(last).not.toHaveProperty('ticket');
  });

  test('shows the code of a guessed account again with the code of the authenticator', async () => {
    const { user, server, world } = openSignIn();
    world.isGuessedAt = true;
    world.authenticator = 'on';
    await signIn(user);
    await user.type(await screen.findByLabelText('六位數驗證碼'), FAKE_CODE);
    await user.type(await screen.findByLabelText('驗證器的六位數驗證碼'), FAKE_CODE);
    expect(await screen.findByRole('heading', { name: /小林/ })).toBeTruthy();
    const last = server.asked.findLast(({ path }) => path === LOGIN)?.input;
    expect(last).toMatchObject({ ticket: 't'.repeat(43), step: 's'.repeat(43), code: FAKE_CODE });
  });

  test('takes a wrong code in its place, and leads back to account and password', async () => {
    const { user, world } = openSignIn();
    world.isGuessedAt = true;
    await signIn(user, 'Wrong1234');
    const panel = within(await screen.findByRole('dialog', { name: '輸入驗證碼' }));
    await user.type(panel.getByLabelText('六位數驗證碼'), '000000');
    expect((await panel.findAllByText(/驗證碼錯誤/)).length).toBeGreaterThan(0);
    await user.click(panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('登入密碼').value).toBe('Wrong1234');
  });

  test('takes the member back to where the session was missing', async () => {
    const { user } = openSignIn('/pendingOrder');
    await waitFor(() => expect(address()).toBe('/login'));
    await signIn(user);
    await waitFor(() => expect(address()).toBe('/pendingOrder'));
  });

  test('says that account or password is wrong, and not which', async () => {
    const { user } = openSignIn();
    await signIn(user, 'Wrong1234');
    expect(await screen.findByText('帳號或密碼錯誤')).toBeTruthy();
    expect(screen.getByLabelText('登入密碼').getAttribute('aria-invalid')).toBe('true');
    expect(address()).toBe('/login');
  });

  test('asks nothing of the server while a field is empty', async () => {
    const { user, server } = openSignIn();
    await user.click(await screen.findByRole('button', { name: '登入' }));
    expect(screen.getByText('請輸入帳號')).toBeTruthy();
    expect(screen.getByText('請輸入密碼')).toBeTruthy();
    expect(server.asked.filter(({ path }) => path === LOGIN)).toEqual([]);
  });

  test('signs in once, however often the button is pressed', async () => {
    const { user, server } = openSignIn();
    server.set(LOGIN, 'silent');
    await signIn(user);
    await user.click(screen.getByRole('button', { name: '處理中…' }));
    expect(server.asked.filter(({ path }) => path === LOGIN)).toHaveLength(1);
  });

  test('shows a connection that failed in the dialog of the shell', async () => {
    const { user, server } = openSignIn();
    server.set(LOGIN, appError('PROXY_UNREACHABLE'));
    await signIn(user);
    expect((await screen.findByRole('alertdialog')).textContent).toContain('連線代理伺服器失敗');
  });

  test('shows and hides the password', async () => {
    const { user } = openSignIn();
    const password = await screen.findByLabelText('登入密碼');
    await user.click(screen.getByRole('button', { name: '顯示密碼' }));
    expect(password.getAttribute('type')).toBe('text');
    await user.click(screen.getByRole('button', { name: '隱藏密碼' }));
    expect(password.getAttribute('type')).toBe('password');
  });

  test('shows the whole fingerprint of the server key on demand', async () => {
    const { user } = openSignIn();
    await user.click(await screen.findByRole('button', { name: /2f9a…c1/ }));
    expect(screen.getByRole('dialog').textContent).toContain('2f9a 61d0 7c3b');
  });

  test('speaks English when asked to, at once', async () => {
    const { user } = openSignIn();
    await user.click(await screen.findByRole('radio', { name: 'English' }));
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('en');
  });

  test('shows the version, and a newer one when the server has it', async () => {
    const current = openSignIn();
    expect(await screen.findByText('版本 0.1.0')).toBeTruthy();
    cleanup();
    const world = { ...current.world, newestVersion: '0.2.0' };
    openApp('/login', fakeServices({ isSignedIn: false, world }));
    expect(await screen.findByRole('button', { name: '有新版本 0.2.0，請重新載入' })).toBeTruthy();
  });

  test('counts down the wait after too many wrong tries, and then lets one try again', async () => {
    let now = FAKE_NOW;
    const services = fakeServices({ isSignedIn: false, serverNow: () => now });
    const until = new Date(FAKE_NOW + 30_000).toISOString();
    services.server.set('/member/login', appError('SIGN_IN_DELAYED', { seconds: 30, until }));
    const { user, server } = openApp('/login', services);
    await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
    await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1');
    await user.click(screen.getByRole('button', { name: '登入' }));
    const wait = await screen.findByRole('button', { name: '請等候 30 秒' });
    await user.click(wait);
    expect(server.asked.filter(({ path }) => path === '/member/login')).toHaveLength(1);
    now += 31_000;
    expect(await screen.findByRole('button', { name: '登入' })).toBeTruthy();
  });

  test('no longer waits for the old password when its member comes back from a recovery', async () => {
    const services = fakeServices({ isSignedIn: false });
    const until = new Date(FAKE_NOW + 30_000).toISOString();
    services.server.set(LOGIN, appError('SIGN_IN_DELAYED', { seconds: 30, until }));
    const { user, server } = openApp('/login', services);
    await signIn(user, 'Wrong1234');
    await screen.findByRole('button', { name: '請等候 30 秒' });
    await user.click(screen.getByRole('link', { name: '忘記密碼？' }));
    const panel = within(await screen.findByRole('dialog', { name: '忘記密碼' }));
    server.set(LOGIN, undefined);
    await user.click(panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('登入密碼').value).toBe('');
    await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1{Enter}');
    expect(await screen.findByRole('heading', { name: /小林/ })).toBeTruthy();
  });

  test('leads who has frozen the account to where that is lifted', async () => {
    const services = fakeServices({ isSignedIn: false });
    services.server.set('/member/login', appError('LOGIN_FORBIDDEN', { reason: 'freeze' }));
    const { user } = openApp('/login', services);
    await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
    await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1');
    await user.click(screen.getByRole('button', { name: '登入' }));
    const link = await screen.findByRole('link', { name: '帳號已由您凍結，按此解除凍結' });
    expect(link.getAttribute('href')).toBe('/login?panel=unfreeze');
    await user.click(link);
    const panel = within(await screen.findByRole('dialog', { name: '解除凍結' }));
    expect(panel.getByLabelText<HTMLInputElement>('帳號').value).toBe('amberlin88');
    // What is known is not asked first, and nothing is sent without the rest.
    expect(document.activeElement).toBe(panel.getByLabelText('登入密碼'));
    expect(panel.getByRole('button', { name: '傳送驗證碼' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(panel.getByRole('button', { name: '返回' }));
    expect(screen.queryByText('這個帳號目前不能登入')).toBeNull();
  });

  test('hands the account that was typed to who forgot the password, and keeps it no longer than the sign-in', async () => {
    const { user, services } = openSignIn();
    await user.type(await screen.findByLabelText('帳號'), ' Amberlin88');
    await user.click(screen.getByRole('link', { name: '忘記密碼？' }));
    const panel = within(await screen.findByRole('dialog', { name: '忘記密碼' }));
    expect(panel.getByLabelText<HTMLInputElement>('帳號').value).toBe('amberlin88');
    await user.click(panel.getByRole('button', { name: '返回' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1{Enter}');
    await screen.findByRole('heading', { name: /小林/ });
    expect(services.typedAccount.read()).toBeUndefined();
  });

  test('says that the system is being maintained before somebody tries', async () => {
    const world = { ...fakeWorld(), maintenanceUntil: '2026-08-17T07:30:00.000Z' };
    openApp('/login', fakeServices({ isSignedIn: false, world }));
    expect((await screen.findByRole('alert')).textContent).toBe('系統維護中，預計台北時間 15:30 恢復服務。');
  });
});

test('a passkey signs in without account and password, and a question that is broken off asks nothing of the server', async () => {
  const services = fakeServices({ isSignedIn: false });
  services.passkeyAnswers.sign = undefined;
  const { user } = openApp('/login', services);
  const ask = await screen.findByRole('button', { name: '用通行密鑰登入' });
  await user.click(ask);
  await waitFor(() => expect(ask.getAttribute('aria-busy')).not.toBe('true'));
  expect(services.session.read()).toBeUndefined();
  services.passkeyAnswers.sign = 'a key that was removed';
  await user.click(ask);
  expect(await screen.findByText(/這個通行密鑰未被接受/)).toBeTruthy();
  services.passkeyAnswers.sign = FAKE_CEREMONY;
  await user.click(ask);
  await waitFor(() => expect(services.session.read()?.login.account).toBe(fakeWorld().member.account));
});
