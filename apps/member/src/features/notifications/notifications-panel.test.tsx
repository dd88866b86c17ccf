import type { InboxRow } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { FAKE_NOW } from '#test/fake-times.ts';
import { emptyWorld, fakeWorld } from '#test/fake-world.ts';
import { address, openApp } from '#test/render.tsx';

const PANEL = '/home?panel=notifications';

const news = (seq: string, type = 'orderPaid'): InboxRow => ({
  seq,
  type,
  title: type,
  content: '',
  extra: { orderId: '501', serialNo: 'HF-1', transactionType: 'out' },
  at: new Date(FAKE_NOW).toISOString(),
});

const bell = (count?: number) =>
  screen.findByRole('link', { name: count === undefined ? '通知' : `通知，${count} 則未讀` });
const list = async () => within(await screen.findByRole('list', { name: '通知' }));
const messages = async () => [...(await screen.findByRole('list', { name: '通知' })).children];

/** A message arrives at home, and 關閉 is chosen. */
async function closeOne(row = news('90')) {
  const app = openApp('/home');
  await screen.findByText('15,480');
  act(() => app.services.notices.change(() => ({ rows: [row] })));
  const dialog = within(await screen.findByRole('alertdialog'));
  await app.user.click(dialog.getByRole('button', { name: '關閉' }));
  return app;
}

describe('the bell', () => {
  test('leads from home to what the member was told, the newest first', async () => {
    const { user } = openApp('/home');
    await user.click(await bell());
    expect(address()).toBe(PANEL);
    const rows = await messages();
    expect(rows[0]?.textContent).toContain('下單成功，請付款');
    expect(rows[1]?.textContent).toContain('買家已付款，請到銀行查帳');
    expect(rows[1]?.textContent).toContain('確實收到 NT$ 3,000 才放行');
    expect(rows[1]?.textContent).toContain('訂單 HF-240817-0391');
    // Something newer was said of the same order: what was asked for then holds no more.
    expect(rows[2]?.textContent).toContain('有人下單了');
    expect(rows[2]?.textContent).not.toContain('前付款');
    expect(rows.at(-1)?.textContent).toContain('手機號碼已驗證');
  });

  test('counts a message that was closed without being followed, until it is marked', async () => {
    const { user, world } = await closeOne();
    world.messages.push(news('90'));
    await user.click(await bell(1));
    const [first, second] = await messages();
    expect([first, second].map((row) => row?.textContent?.includes('未讀'))).toEqual([true, false]);
    await user.click(screen.getByRole('button', { name: '全部標為已讀' }));
    await waitFor(() => expect(screen.queryByText('未讀', { selector: 'span' })).toBeNull());
    await user.click(screen.getByRole('button', { name: '返回' }));
    expect(await bell()).toBeTruthy();
  });

  test('keeps the place of a keyboard where a message is marked as read: its row, or the list', async () => {
    const world = { ...fakeWorld(), readUpTo: '0' };
    const { user } = openApp(PANEL, fakeServices({ world }));
    await messages();
    const button = screen.getAllByRole('button', { name: /標為已讀：/ }).at(-1) as HTMLElement;
    const row = button.closest('li');
    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button.isConnected).toBe(false));
    expect(document.activeElement).toBe(row);
    const all = screen.getByRole('button', { name: '全部標為已讀' });
    all.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(all.isConnected).toBe(false));
    expect(document.activeElement?.contains(screen.getByRole('list', { name: '通知' }))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  test('counts what the server counts, on a device that has shown none of it', async () => {
    const world = { ...fakeWorld(), readUpTo: '5' };
    const { services: app } = openApp('/home', fakeServices({ world }));
    await screen.findByText('15,480');
    await act(async () => app.inbox.opened('8'));
    expect(await bell(3)).toBeTruthy();
  });

  test('does not count a message that was followed', async () => {
    const { services, user } = openApp('/home');
    await screen.findByText('15,480');
    act(() => services.notices.change(() => ({ rows: [news('90')] })));
    await user.click(await screen.findByRole('button', { name: '確認' }));
    await waitFor(() => expect(address()).toContain('orderId=501'));
    expect(services.inbox.unread.read()).toEqual([]);
  });

  test('does not count an information, which is read when it is closed', async () => {
    await closeOne(news('90', 'userWithdrawSuccess'));
    expect(await bell()).toBeTruthy();
  });

  test('forgets what the order itself has shown', async () => {
    const { services, user } = await closeOne();
    expect(services.inbox.unread.read()).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: /請確認入帳/ }));
    await screen.findByRole('button', { name: '確認入帳並放行' });
    await waitFor(() => expect(services.inbox.unread.read()).toEqual([]));
  });
});

describe('a broadcast', () => {
  const broadcast = (extra: InboxRow['extra'] = {}): InboxRow => ({
    ...news('90', 'broadcast'),
    title: '週六凌晨更新',
    content: '系統將於週六更新。',
    extra: { kind: 'news', titleEn: 'An update', textEn: 'We update on Saturday.', ...extra },
  });

  test('says in the member’s language what was written, can only be closed, and tells the server so', async () => {
    const { services, user, server } = openApp('/home');
    await screen.findByText('15,480');
    act(() => services.notices.change(() => ({ rows: [broadcast({ link: 'security' })] })));
    const box = within(await screen.findByRole('alertdialog', { name: '週六凌晨更新' }));
    expect(box.getByText('系統將於週六更新。')).toBeTruthy();
    act(() => services.settings.change({ language: 'en' }));
    expect(box.getByRole('heading', { name: 'An update' })).toBeTruthy();
    expect(box.getByText('We update on Saturday.')).toBeTruthy();
    expect(box.getAllByRole('button')).toHaveLength(1);
    await user.click(box.getByRole('button', { name: 'Close' }));
    const asked = server.asked.filter(({ path }) => path === '/member/broadcast/close');
    expect(asked.map(({ input }) => input)).toEqual([{ seq: '90' }]);
  });

  test.each([
    ['security', '/home?panel=security'],
    ['market', '/transaction'],
  ])('leads from the list to %s', async (link, to) => {
    const { user, world } = openApp('/home');
    world.messages.push(broadcast({ link }));
    await user.click(await bell());
    await user.click((await list()).getByRole('link', { name: /週六凌晨更新/ }));
    await waitFor(() => expect(address()).toBe(to));
  });

  test('is told to be closed when it is followed in the list, where the server has not heard of it', async () => {
    const { user, world, server } = openApp('/home');
    const told = () =>
      server.asked.filter(({ path }) => path === '/member/broadcast/close').map(({ input }) => input);
    world.messages.push(
      { ...broadcast({ link: 'security', isClosed: false }), seq: '90' },
      { ...broadcast({ link: 'devices', isClosed: true }), seq: '91', title: '週日更新' },
    );
    await user.click(await bell());
    await user.click((await list()).getByRole('link', { name: /週日更新/ }));
    // The list stays on the screen until the other panel is there: a click on it then would be lost.
    expect(await screen.findByRole('dialog', { name: '登入過的裝置' })).toBeTruthy();
    expect(told()).toEqual([]);
    act(() => globalThis.history.back());
    await user.click((await list()).getByRole('link', { name: /週六凌晨更新/ }));
    await waitFor(() => expect(told()).toEqual([{ seq: '90' }]));
  });

  test.each(['https://evil.example', '__proto__', 'later'])('leads nowhere by %j', async (link) => {
    const { user, world } = openApp('/home');
    world.messages.push(broadcast({ link }));
    await user.click(await bell());
    const rows = await list();
    expect(rows.getByText('週六凌晨更新')).toBeTruthy();
    expect(rows.queryByRole('link', { name: /週六凌晨更新/ })).toBeNull();
  });
});

describe('the list of messages', () => {
  test('leads from a message to its order', async () => {
    const { user } = openApp(PANEL);
    await user.click((await list()).getByRole('link', { name: /買家已付款/ }));
    expect(address()).toBe('/front-end-order?type=orderPaid&orderId=501');
  });

  test('offers to deny what somebody else may have done in the last three days, and no longer', async () => {
    openApp(PANEL);
    const rows = await list();
    expect(rows.getAllByRole('link', { name: '不是我，凍結帳號' })).toHaveLength(1);
    expect(rows.getByText('帳號已登入')).toBeTruthy();
  });

  const unread = () => openApp(PANEL, fakeServices({ world: { ...fakeWorld(), readUpTo: '4' } }));
  const choose = async (user: ReturnType<typeof unread>['user'], name: string) =>
    user.selectOptions(await screen.findByLabelText('顯示'), name);

  test('is filtered by what has not been read, and by group', async () => {
    const { user } = unread();
    await list();
    await choose(user, '未讀');
    await waitFor(async () => expect(await messages()).toHaveLength(4));
    await choose(user, '帳號安全');
    await waitFor(async () => expect(await messages()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: '全部標為已讀' })).toBeNull();
    await choose(user, '錢包');
    expect(await screen.findByText('這一類還沒有通知')).toBeTruthy();
  });

  const asking = async (name: RegExp) =>
    (await list()).getByRole('link', { name }).textContent?.includes('確實收到') ?? false;
  const worldOf = (...rows: readonly InboxRow[]) =>
    fakeServices({ world: { ...fakeWorld(), messages: [...rows] } });
  const deadlineDate = new Date(FAKE_NOW + 600_000).toISOString();
  const paid = { ...news('90'), extra: { ...news('90').extra, amount: 3000, deadlineDate } };

  test('asks for what still holds, after an outage that was told to everybody', async () => {
    openApp(PANEL, worldOf(paid, news('91', 'orderOutage')));
    expect(await asking(/買家已付款/)).toBe(true);
  });

  test('asks for nothing that has ended since, where what has ended it is read and not in the list', async () => {
    const world = { ...fakeWorld(), readUpTo: '0', messages: [paid, news('91', 'orderFinish')] };
    const services = fakeServices({ world });
    await services.callApi('/member/notification/read', { input: { seqs: ['91'] } });
    const { user } = openApp(PANEL, services);
    await list();
    await choose(user, '未讀');
    await waitFor(async () => expect(await messages()).toHaveLength(1));
    expect(await asking(/買家已付款/)).toBe(false);
  });

  test('marks one that leads nowhere as read, and all others at once', async () => {
    const { user, server } = unread();
    await user.click(await screen.findByRole('button', { name: '標為已讀：帳號已登入' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /^標為已讀/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: '全部標為已讀' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '全部標為已讀' })).toBeNull());
    const marked = server.asked.filter(({ path }) => path === '/member/notification/read');
    expect(marked.map(({ input }) => input)).toEqual([{ seqs: ['5'] }, { upTo: '8' }]);
    await choose(user, '未讀');
    expect(await screen.findByText('沒有未讀的通知')).toBeTruthy();
  });

  test('takes a mark back that could not be sent, and says so', async () => {
    const { user, server } = unread();
    await list();
    server.set('/member/notification/read', appError('PROXY_UNREACHABLE'));
    await user.click(await screen.findByRole('button', { name: '標為已讀：帳號已登入' }));
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    expect(screen.getByRole('button', { name: '標為已讀：帳號已登入', hidden: true })).toBeTruthy();
  });

  test('says that there is nothing yet', async () => {
    openApp(PANEL, fakeServices({ world: emptyWorld() }));
    expect(await screen.findByText('還沒有通知')).toBeTruthy();
  });

  test('offers to try again when it cannot be loaded', async () => {
    const services = fakeServices();
    services.server.set('/member/notification/list', appError('MAINTENANCE', { until: '15:00' }));
    const { user, server } = openApp(PANEL, services);
    const panel = within(await screen.findByRole('dialog', { name: '通知' }));
    const again = await panel.findByRole('button', { name: '再試一次' });
    server.set('/member/notification/list', undefined);
    await user.click(again);
    expect((await messages()).length).toBeGreaterThan(0);
  });
});

describe('the settings of notifications', () => {
  const SETTINGS = '/home?panel=notification-settings';
  const SET = '/member/notification/preferences/set';

  test('turn a group off and on again, at the server', async () => {
    const { user, server } = openApp(SETTINGS);
    const box = await screen.findByRole('checkbox', { name: '訂單對話' });
    expect((box as HTMLInputElement).checked).toBe(true);
    await user.click(box);
    await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false));
    const other = screen.getByRole<HTMLInputElement>('checkbox', { name: '掛單' });
    await waitFor(() => expect(other.disabled).toBe(false));
    await user.click(box);
    await waitFor(() => expect((box as HTMLInputElement).checked).toBe(true));
    const asked = server.asked.filter(({ path }) => path === SET);
    expect(asked.map(({ input }) => input)).toEqual([{ muted: ['messages'] }, { muted: [] }]);
  });

  test('hold what another device has set meanwhile, also where this change is refused, and undo none of it', async () => {
    const { user, server } = openApp(SETTINGS);
    const boxOf = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
    await user.click(await boxOf('訂單對話'));
    await waitFor(async () => expect((await boxOf('訂單對話')).checked).toBe(false));
    await server.callApi(SET, { input: { muted: ['messages', 'news'] } });
    server.set(SET, appError('RATE_LIMITED', { seconds: 5 }));
    await user.click(await boxOf('掛單'));
    await waitFor(async () => expect((await boxOf('公告')).checked).toBe(false));
    server.set(SET, undefined);
    await user.click(await boxOf('訂單對話'));
    await waitFor(async () => expect((await boxOf('訂單對話')).checked).toBe(true));
    expect(server.asked.findLast(({ path }) => path === SET)?.input).toEqual({ muted: ['news'] });
  });

  test('leave the focus on the box that was ticked while the server is asked', async () => {
    const { user, server } = openApp(SETTINGS);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: '訂單對話' });
    server.set(SET, 'silent');
    await user.click(box);
    const other = screen.getByRole<HTMLInputElement>('checkbox', { name: '掛單' });
    await waitFor(() => expect(other.disabled).toBe(true));
    expect([box.disabled, document.activeElement === box]).toEqual([false, true]);
  });

  test('keep orders and the safety of the account on, and say why', async () => {
    openApp(SETTINGS);
    for (const [name, why] of [
      ['訂單', /訂單有時限/],
      ['帳號安全', /第一時間知道/],
    ] as const) {
      const box = await screen.findByRole<HTMLInputElement>('checkbox', { name });
      expect([box.checked, box.disabled]).toEqual([true, true]);
      expect(screen.getByText(why)).toBeTruthy();
    }
  });
});
