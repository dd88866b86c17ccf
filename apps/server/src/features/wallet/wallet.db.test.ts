import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';

const server = await testServer();

it('a new member owns nothing, in both coins, with all decimals', async () => {
  const member = await server.member();
  const { balances } = await member.call('/member/balanceinfo', {});
  expect(balances.map((balance) => [balance.coin, balance.total])).toEqual([
    ['TWD', '0.00'],
    ['USDT', '0.000000'],
  ]);
});

it('keeps the two coins apart, in balances and in journals', async () => {
  const { seller } = await sellerWithListing(server, {
    coin: 'USDT',
    quantity: '12.500000',
    min: '1.000000',
  });
  await server.issueTo(seller, 'TWD', '3.00');
  expect(await balanceOf(seller, 'USDT')).toMatchObject({
    total: '12.500000',
    available: '0.000000',
    listed: '12.500000',
  });
  expect(await balanceOf(seller, 'TWD')).toMatchObject({ total: '3.00', available: '3.00' });
  const usdt = await seller.call('/api/wallet/get-journal-usdt', {});
  expect(usdt.items).toMatchObject([
    { kind: 'publish', change: '0.000000', availableChange: '-12.500000', availableAfter: '0.000000' },
    { kind: 'issue', change: '12.500000', availableChange: '12.500000', availableAfter: '12.500000' },
  ]);
  expect((await seller.call('/api/wallet/get-journal', {})).items).toHaveLength(1);
});

it('pages a journal from newest to oldest without a gap', async () => {
  const member = await server.member();
  for (let i = 1; i <= 32; i += 1) await server.issueTo(member, 'TWD', `${i}.00`);
  const first = await member.call('/api/wallet/get-journal', {});
  const second = await member.call('/api/wallet/get-journal', { cursor: first.next ?? '' });
  const changes = [...first.items, ...second.items].map((entry) => entry.change);
  expect(changes).toEqual(Array.from({ length: 32 }, (_, i) => `${32 - i}.00`));
  expect(second.next).toBeNull();
});

it('shows of a journal what is of one kind, of some days or of both, page by page', async () => {
  const { seller } = await sellerWithListing(server, { quantity: '500.00' });
  for (let i = 0; i < 31; i += 1) await server.issueTo(seller, 'TWD', '1.00');
  await server.database.setClock('3 days');
  await server.issueTo(seller, 'TWD', '2.00');
  await server.database.setClock('0');
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const dayOf = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const read = async (filter: object) => {
    const items = [];
    for (let cursor = {}; ;) {
      const page = await seller.call('/api/wallet/get-journal', { ...filter, ...cursor });
      items.push(...page.items);
      if (page.next === null) return items.map(({ kind, change }) => `${kind} ${change}`);
      cursor = { cursor: page.next };
    }
  };
  const issued = Array.from({ length: 31 }, () => 'issue 1.00');
  expect(await read({ kind: 'publish' })).toEqual(['publish 0.00']);
  expect(await read({ kind: 'issue' })).toEqual(['issue 2.00', ...issued, 'issue 500.00']);
  expect(await read({ from: dayOf(2) })).toEqual(['issue 2.00']);
  expect(await read({ kind: 'issue', from: dayOf(-1), to: dayOf(1) })).toEqual([...issued, 'issue 500.00']);
  expect(await read({ kind: 'publish', from: dayOf(2) })).toEqual([]);
  expect(await read({ to: dayOf(-2) })).toEqual([]);
});

it.each([{ kind: 'other' }, { kind: 'x' }, { from: '2026-02-30' }, { to: 'yesterday' }, { cursor: '12' }])(
  'refuses a journal asked with %o',
  async (input) => {
    const member = await server.member();
    expect(await member.refuse('/api/wallet/get-journal', input as object)).toBe('PARAMETERS_INVALID');
  },
);

it('says of each record of an order with whom it was and for how much, on both sides', async () => {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  await buyer.call('/order/paid', paidInput(order));
  await seller.call('/order/release', { orderId: order.orderId, version: '2' });
  const about = { orderId: order.orderId, quantity: '500.00' };
  const [sale, lock, publish] = (await seller.call('/api/wallet/get-journal', {})).items;
  expect(sale).toMatchObject({ ...about, kind: 'sale', change: '-500.00', nick: buyer.nick });
  expect(lock).toMatchObject({ ...about, kind: 'lock', change: '0.00', nick: buyer.nick });
  expect(publish).toMatchObject({ kind: 'publish', orderId: null, quantity: '500.00', nick: null });
  const [purchase] = (await buyer.call('/api/wallet/get-journal', {})).items;
  expect(purchase).toMatchObject({ ...about, kind: 'purchase', change: '499.50', nick: seller.nick });
});
