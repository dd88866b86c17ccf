import { appError } from '@holdfast/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
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

describe('registration', () => {
  test('leads from the names to the wallet, one thing per step', async () => {
    const opened = await openRegistration();
    await fillWho(opened);
    await fillPassword(opened);
    await tapDigits(opened, '482913');
    await tapDigits(opened, '482913');
    await opened.user.click(await opened.panel.findByRole('button', { name: '進入錢包' }));
    await screen.findByRole('heading', { name: /新人/ });
    expect(address()).toBe('/home');
    expect(opened.server.asked.find(({ path }) => path === '/member/register')?.input).toEqual({
      account: 'newbie01',
      nick: '新人',
      password: 'Holdfast9',
      newTranspass: '482913',
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
    const { user, panel, server } = await openRegistration();
    await user.type(panel.getByLabelText('暱稱'), 'no symbols!');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const asked = server.asked.filter(({ path }) => path === '/member/check-duplicate/account-and-nickname');
    expect(asked.map(({ input }) => input)).not.toContainEqual({ nick: 'no symbols!' });
  });

  test('asks the transaction code again when the two differ', async () => {
    const opened = await openRegistration();
    await fillWho(opened);
    await fillPassword(opened);
    await tapDigits(opened, '482913');
    await tapDigits(opened, '482914');
    expect(opened.panel.getByText('兩次輸入不同，請重新設定')).toBeTruthy();
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
});
