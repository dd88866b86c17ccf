import { appError } from '@holdfast/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { address, openApp } from '#test/render.tsx';

afterEach(() => vi.unstubAllGlobals());

async function openSettings() {
  const app = openApp('/home?panel=settings');
  return { ...app, panel: within(await screen.findByRole('dialog', { name: '設定' })) };
}

describe('the language', () => {
  test('is told to the server once it is another, for what is told to those of one language', async () => {
    const { user, panel, server } = await openSettings();
    const told = () =>
      server.asked.filter(({ path }) => path === '/member/broadcast/language').map(({ input }) => input);
    expect(told()).toEqual([]);
    await user.click(panel.getByRole('radio', { name: 'English' }));
    await waitFor(() => expect(told()).toEqual([{ language: 'en' }]));
    await user.click(panel.getByRole('radio', { name: '繁體中文' }));
    await waitFor(() => expect(told()).toEqual([{ language: 'en' }, { language: 'zh-TW' }]));
  });
});

describe('settings', () => {
  test('change the language of everything at once', async () => {
    const { user, panel } = await openSettings();
    await user.click(panel.getByRole('radio', { name: 'English' }));
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy();
    expect(document.title).toBe('Wallet · Holdfast');
  });

  test('put the theme on the document', async () => {
    const { user, panel } = await openSettings();
    await user.click(panel.getByRole('radio', { name: '深色' }));
    expect(document.documentElement.className).toBe('dark');
    await user.click(panel.getByRole('radio', { name: '跟隨裝置' }));
    expect(document.documentElement.className).toBe('');
  });

  test('give the bars of the browser the colour of the theme', async () => {
    const page = new DOMParser().parseFromString(readFileSync('apps/member/index.html', 'utf8'), 'text/html');
    const colours = [...page.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
    document.head.append(...colours);
    const media = () => colours.map((colour) => colour.media);
    const { user, panel } = await openSettings();
    await user.click(panel.getByRole('radio', { name: '深色' }));
    expect(media()).toEqual(['not all', 'all']);
    await user.click(panel.getByRole('radio', { name: '跟隨裝置' }));
    expect(media()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    for (const colour of colours) colour.remove();
  });

  test('lead to bank accounts and records, and back again', async () => {
    const { user, panel } = await openSettings();
    await user.click(panel.getByRole('link', { name: /收支紀錄/ }));
    const journal = within(await screen.findByRole('dialog', { name: '收支紀錄' }));
    await user.click(journal.getByRole('button', { name: '返回' }));
    expect(await screen.findByRole('dialog', { name: '設定' })).toBeTruthy();
    expect(address()).toBe('/home?panel=settings');
  });

  test('lead to the own trading record and how it is counted', async () => {
    const { user, panel, server } = await openSettings();
    await user.click(panel.getByRole('link', { name: /我的交易紀錄/ }));
    const record = within(await screen.findByRole('dialog', { name: '我的交易紀錄' }));
    expect(await record.findByText('成交訂單')).toBeTruthy();
    expect(record.getByText('責任在您 1 次、責任在對方 2 次')).toBeTruthy();
    expect(record.getByText(/最近 50 筆的中間值/)).toBeTruthy();
    expect(record.queryByText(/您與對方/)).toBeNull();
    const asked = server.asked.filter(({ path }) => path === '/member/trade-record');
    expect(asked.map(({ input }) => input)).toEqual([{ uid: '1000001001' }]);
  });

  test('let the member hide when they were here, and say so again after the server has', async () => {
    const { user, panel, server } = await openSettings();
    const choice = panel.getByRole('checkbox', { name: /讓別人看到我是否在線上/ });
    await waitFor(() => expect(choice).toHaveProperty('checked', true));
    await user.click(choice);
    await waitFor(() => expect(choice).toHaveProperty('checked', false));
    expect(server.world.hidesPresence).toBe(true);
  });

  test('show what another device has set of it since, also where this change is refused', async () => {
    const { user, panel, server } = await openSettings();
    const choice = panel.getByRole('checkbox', { name: /讓別人看到我是否在線上/ });
    await waitFor(() => expect(choice).toHaveProperty('checked', true));
    await user.click(choice);
    await waitFor(() => expect(choice).toHaveProperty('checked', false));
    await server.callApi('/member/presence/set', { input: { shown: '1' } });
    server.set('/member/presence/set', appError('RATE_LIMITED', { seconds: 30 }));
    await user.click(choice);
    expect(await panel.findByRole('alert')).toBeTruthy();
    await waitFor(() => expect(choice).toHaveProperty('checked', true));
  });

  test('leave the focus on it while the server is asked', async () => {
    const { user, panel, server } = await openSettings();
    const choice = panel.getByRole('checkbox', { name: /讓別人看到我是否在線上/ });
    await waitFor(() => expect(choice).toHaveProperty('checked', true));
    server.set('/member/presence/set', 'silent');
    await user.click(choice);
    expect([choice.hasAttribute('disabled'), document.activeElement === choice]).toEqual([false, true]);
  });

  test('keep what the server has of it where a change is refused', async () => {
    const { user, panel, server } = await openSettings();
    const choice = panel.getByRole('checkbox', { name: /讓別人看到我是否在線上/ });
    await waitFor(() => expect(choice).toHaveProperty('checked', true));
    server.set('/member/presence/set', appError('RATE_LIMITED', { seconds: 30 }));
    await user.click(choice);
    expect(await panel.findByRole('alert')).toBeTruthy();
    expect(choice).toHaveProperty('checked', true);
  });

  test('open the bank accounts by their one-shot flag, which is over then', async () => {
    const { user, panel, services } = await openSettings();
    const flags: boolean[] = [];
    services.jumps.subscribe(() => flags.push(services.jumps.read().jumpBindBankCardPassLeftMenu));
    await user.click(panel.getByRole('link', { name: /銀行帳戶/ }));
    const cards = within(await screen.findByRole('dialog', { name: '銀行帳戶' }));
    expect(services.jumps.read().jumpBindBankCardPassLeftMenu).toBe(false);
    await user.click(cards.getByRole('button', { name: '返回' }));
    expect(await screen.findByRole('dialog', { name: '設定' })).toBeTruthy();
    expect(flags).toHaveLength(1);
  });

  test('ask before customer service opens, with what it never asks for', async () => {
    const opened: unknown[] = [];
    vi.stubGlobal('open', (...args: unknown[]) => opened.push(args));
    const { user, panel, services } = await openSettings();
    await user.click(panel.getByRole('button', { name: /聯絡客服/ }));
    const asked = within(await screen.findByRole('alertdialog', { name: '聯絡客服？' }));
    expect(asked.getByText(/客服不會向您要密碼、驗證碼或交易密碼/)).toBeTruthy();
    expect(services.jumps.read().jumpContactUsPassLeftMenu).toBe(false);
    expect(opened).toEqual([]);
    await user.click(asked.getByRole('button', { name: '開啟客服頁面' }));
    expect(opened).toEqual([['https://support.example/', '_blank', 'noopener,noreferrer']]);
    expect(screen.getByRole('dialog', { name: '設定' })).toBeTruthy();
    expect(address()).toBe('/home?panel=settings');
  });

  test('sign out after a question: the server is told, the device forgets', async () => {
    const { user, panel, server, services } = await openSettings();
    await user.click(panel.getByRole('button', { name: '登出' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '登出' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(server.asked.some(({ path }) => path === '/member/sign-out/{account}')).toBe(true);
    expect(services.session.read()).toBeUndefined();
  });

  test('sign out for good: the next sign-in begins at Home, not where this one ended', async () => {
    const { user, panel, services } = await openSettings();
    await user.click(panel.getByRole('button', { name: '登出' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '登出' }));
    await user.type(await screen.findByLabelText('帳號'), 'amberlin88');
    await user.type(screen.getByLabelText('登入密碼'), 'Holdfast1');
    await user.click(screen.getByRole('button', { name: '登入' }));
    await waitFor(() => expect(services.session.read()).toBeDefined());
    expect(address()).toBe('/home');
  });

  test('sign out also when the server cannot be reached', async () => {
    const { user, panel, server, services } = await openSettings();
    server.set('/member/sign-out/{account}', appError('PROXY_UNREACHABLE'));
    await user.click(panel.getByRole('button', { name: '登出' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '登出' }));
    await waitFor(() => expect(services.session.read()).toBeUndefined());
  });
});
