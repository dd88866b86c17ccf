import type { Presence } from '@holdfast/contract/orders';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeServices } from '#test/fake-services.ts';
import { fakeOrder, type OrderSeed } from '#test/fake-orders.ts';
import { fakeWorld } from '#test/fake-world.ts';
import { giveProof } from '#test/proofs.ts';
import { openApp, saying } from '#test/render.tsx';

const ROOM = '/front-end-order?orderId=501';

type Room = Pick<OrderSeed, 'role' | 'state'> & Partial<OrderSeed>;

function worldWith(room: Room) {
  const world = fakeWorld();
  const seed = { orderId: '501', serialNo: 'HF-1', isOwner: room.role === 'payee', nick: '阿哲', ...room };
  world.orders = [fakeOrder(world.now, seed)];
  return world;
}

const openRoom = (room: Room) => openApp(ROOM, fakeServices({ world: worldWith(room) }));

/** What the state is said in: the pill beside the number, and the line under it. */
const pillAndLine = async () => {
  const line = within(await screen.findByRole('article')).getAllByRole('status')[0];
  const pill = screen.getByText(/^HF-/).parentElement?.lastElementChild;
  return [pill?.textContent, line && within(line).getByRole('heading', { level: 2 }).textContent];
};

/** What has become of the order at the server; the room hears of it when its deadline passes and it asks again. */
function becomes({ world }: ReturnType<typeof openApp>, room: Room): void {
  world.orders = worldWith(room).orders;
  world.now += 15 * 60_000;
}

describe('the room says whose turn it is', () => {
  test.each([
    ['payer', 'LOCKED', '等您付款', '請在 14:16 前付款，付完按「我已付款」'],
    ['payee', 'LOCKED', '等對方付款', '等 阿哲 在 14:16 前付款'],
    ['payer', 'PAID', '等對方確認', '等 阿哲 在 14:16 前確認收款'],
    ['payee', 'PAID', '等您查帳', '阿哲 已付款，請在 14:16 前查帳'],
    ['payer', 'CANCELLED', '已取消', '訂單已取消'],
    ['payer', 'ACCEPT_WAIT', '等對方接單', '等 阿哲 在 14:16 前接單'],
    ['payee', 'ACCEPT_WAIT', '等您接單', '請在 14:16 前決定是否接單'],
  ] as const)('to the %s of %s: %s', async (role, state, pill, line) => {
    openRoom({ role, state });
    expect(await pillAndLine()).toEqual([pill, line]);
  });

  test('and that the time is over where nothing else has happened since', async () => {
    openRoom({ role: 'payee', state: 'PAID', dutyMs: [16 * 60_000, -60_000] });
    expect(await pillAndLine()).toEqual(['等您查帳', '查帳時限 14:01 已過，請盡快處理']);
  });
});

describe('the other side', () => {
  const open = (state: Room['state'], presence: Presence | null = 'online') =>
    openApp(ROOM, fakeServices({ world: { ...worldWith({ role: 'payer', state }), presence } }));

  test('of a live order is here or not, said roughly', async () => {
    open('LOCKED', 'hour');
    expect(await screen.findByText('對方 1 小時內上線過')).toBeTruthy();
  });

  test('that hides it is not spoken of', async () => {
    const { server } = open('LOCKED', null);
    await waitFor(() => expect(server.asked.some(({ path }) => path === '/order/presence')).toBe(true));
    expect(screen.queryByText(/上線|在線/)).toBeNull();
  });

  test('of an order that has ended is not asked about', async () => {
    const { server } = open('FINISHED');
    await screen.findByRole('article');
    expect(server.asked.some(({ path }) => path === '/order/presence')).toBe(false);
  });
});

describe('the room offers the right thing', () => {
  test('to a seller who waits nothing but the menu, where an early release has its place', async () => {
    const { user } = openRoom({ role: 'payee', state: 'LOCKED' });
    expect(await screen.findByText(/您先不用處理/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /放行/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: '更多操作' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: /已收到款項，提前放行/ }),
    );
    expect(screen.getByRole('dialog', { name: '放行前再看一次' })).toBeTruthy();
  });

  test('to a buyer who has paid no account and no copy button until it is unfolded', async () => {
    const { user } = openRoom({ role: 'payer', state: 'LOCKED', payTwd: '500' });
    await user.click(await screen.findByRole('button', { name: '我已付款' }));
    const sheet = within(screen.getByRole('dialog'));
    await user.selectOptions(sheet.getByLabelText('從哪家銀行'), '013');
    await user.type(sheet.getByLabelText('付款帳號末五碼'), '90412');
    await user.type(sheet.getByLabelText('付款人姓名'), '林予安');
    await giveProof(user);
    await user.click(sheet.getByRole('button', { name: '我已付 NT$ 500，通知對方' }));
    expect(await screen.findByRole('heading', { name: '已付款 NT$ 500' })).toBeTruthy();
    const folded = screen.getByText('付款資料').closest('details');
    expect(folded?.open).toBe(false);
    expect(folded?.contains(screen.getByText('1234 5678 9012'))).toBe(true);
    expect(screen.queryByRole('button', { name: '複製 付款金額' })).toBeNull();
    await user.click(screen.getByText('付款資料'));
    expect(folded?.open).toBe(true);
    expect(within(folded as HTMLElement).getByText('您已經通知付款，請不要再付一次。')).toBeTruthy();
  });

  test('and never shows a buyer’s account to the seller', async () => {
    openRoom({ role: 'payee', state: 'PAID' });
    expect(await screen.findByText('買家填寫的付款資料')).toBeTruthy();
    expect(screen.queryByText('822 中國信託銀行')).toBeNull();
    expect(screen.getByText('付款銀行')).toBeTruthy();
  });
});

describe('a trade that went through', () => {
  test('shows the buyer what came, the receipt, and where to go on', async () => {
    openRoom({ role: 'payer', state: 'FINISHED', receives: '499.50', quantity: '500.00', payTwd: '500' });
    const news = within(within(await screen.findByRole('article')).getAllByRole('status')[0] as HTMLElement);
    expect(news.getByRole('heading', { name: '您收到' })).toBeTruthy();
    expect(news.getByText(saying('+499.50 TWD'))).toBeTruthy();
    expect(screen.getByRole('heading', { name: '收據' })).toBeTruthy();
    expect(screen.getByText('完成時間')).toBeTruthy();
    expect(screen.getByRole('link', { name: '回到錢包' }).getAttribute('href')).toBe('/home');
    expect(screen.getByRole('link', { name: '再買一筆' }).getAttribute('href')).toBe('/transaction?coin=TWD');
  });

  test('shows the seller the money at the bank', async () => {
    openRoom({ role: 'payee', state: 'FINISHED', payTwd: '500', quantity: '500.00' });
    const news = within(within(await screen.findByRole('article')).getAllByRole('status')[0] as HTMLElement);
    expect(news.getByRole('heading', { name: '您在收款帳戶收到' })).toBeTruthy();
    expect(news.getByText(saying('已放行 500 TWD 給 阿哲。'))).toBeTruthy();
    expect(screen.getByRole('link', { name: '看我的掛單' })).toBeTruthy();
  });

  test('is news to a buyer who looks on, and takes no focus from where it stands', async () => {
    const app = openRoom({ role: 'payer', state: 'PAID' });
    const menu = await screen.findByRole('button', { name: '更多操作' });
    menu.focus();
    const [region] = within(screen.getByRole('article')).getAllByRole('status');
    becomes(app, { role: 'payer', state: 'FINISHED' });
    await waitFor(() => expect(region?.textContent).toContain('您收到'));
    expect(region?.isConnected).toBe(true);
    expect(document.activeElement).toBe(menu);
  });

  test('tells the trail in whole sentences, newest first', async () => {
    openRoom({ role: 'payer', state: 'FINISHED' });
    const trail = await screen.findByText('訂單經過');
    const events = within(trail.parentElement as HTMLElement).getAllByRole('listitem');
    expect(events.map((event) => event.firstElementChild?.textContent)).toEqual([
      '賣家放行了 TWD',
      '您通知已付款',
      '您已下單',
    ]);
  });
});

describe('the focus', () => {
  test('goes to the news when the button that had it is gone', async () => {
    const app = openRoom({ role: 'payer', state: 'LOCKED' });
    (await screen.findByRole('button', { name: '我已付款' })).focus();
    const [region] = within(screen.getByRole('article')).getAllByRole('status');
    becomes(app, { role: 'payer', state: 'CANCELLED' });
    await waitFor(() => expect(region?.textContent).toContain('訂單已取消'));
    await waitFor(() => expect(document.activeElement).toBe(region));
  });
});

describe('the proof of a payment', () => {
  test('must be there before a payment is declared', async () => {
    const { user, server } = openRoom({ role: 'payer', state: 'LOCKED' });
    await user.click(await screen.findByRole('button', { name: '我已付款' }));
    const sheet = within(screen.getByRole('dialog'));
    expect(sheet.getByText(/使用假造或重複的收據/)).toBeTruthy();
    await user.selectOptions(sheet.getByLabelText('從哪家銀行'), '013');
    await user.type(sheet.getByLabelText('付款帳號末五碼'), '90412');
    await user.type(sheet.getByLabelText('付款人姓名'), '林予安');
    await user.click(sheet.getByRole('button', { name: /我已付 NT/ }));
    expect(sheet.getByText('請上傳付款證明')).toBeTruthy();
    expect(server.asked.some(({ path }) => path === '/order/paid')).toBe(false);
    await giveProof(user);
    expect(sheet.queryByText('請上傳付款證明')).toBeNull();
    await user.click(sheet.getByRole('button', { name: /我已付 NT/ }));
    await waitFor(() => expect(server.asked.some(({ path }) => path === '/order/paid')).toBe(true));
  });

  test('offers the account that was paid from last', async () => {
    const world = worldWith({ role: 'payer', state: 'LOCKED' });
    world.paidFrom = { paidBank: '013', lastFive: '90412', payer: '林予安' };
    const { user } = openApp(ROOM, fakeServices({ world }));
    await user.click(await screen.findByRole('button', { name: '我已付款' }));
    const sheet = within(screen.getByRole('dialog'));
    await user.click(await sheet.findByRole('button', { name: /使用上次的付款帳戶/ }));
    expect(sheet.getByLabelText<HTMLInputElement>('付款帳號末五碼').value).toBe('90412');
    expect(sheet.getByLabelText<HTMLInputElement>('付款人姓名').value).toBe('林予安');
    expect(sheet.queryByRole('button', { name: /使用上次的付款帳戶/ })).toBeNull();
  });

  test('can be followed by another one', async () => {
    const { user, world } = openRoom({ role: 'payer', state: 'PAID' });
    await user.click(await screen.findByRole('button', { name: '補傳付款證明' }));
    await giveProof(user);
    const sheet = within(screen.getByRole('dialog'));
    await user.click(sheet.getByRole('button', { name: '補傳付款證明' }));
    await waitFor(() => expect(world.threads?.['501']).toMatchObject([{ kind: 'proof' }]));
  });
});
