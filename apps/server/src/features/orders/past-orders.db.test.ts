import type { CallInput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';

/** How a member finds an order that has ended: by coin, side, day, number and the other side, however many there are. */

const server = await testServer();
const { owner } = server.database;

type Member = Awaited<ReturnType<typeof server.member>>;
type Filters = Omit<CallInput<'/order/list'>, 'scope'>;

const find = async (member: Member, filters: Filters = {}) =>
  (await member.call('/order/list', { scope: 'past', ...filters })).items.map(({ orderId }) => orderId);

async function ended() {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  await seller.call('/order/release', { orderId: order.orderId, version: '1' });
  return { seller, buyer, order };
}

it('finds an ended order by each filter, and not where one of them does not fit', async () => {
  const { seller, buyer, order } = await ended();
  const id = [order.orderId];
  const { rows } = await sql<{ day: string }>`
    select to_char(platform.app_now() at time zone 'Asia/Taipei', 'YYYY-MM-DD') as day`.execute(owner);
  const day = rows[0]?.day ?? '';
  const fits: Filters[] = [
    {},
    { coin: 'TWD' },
    { did: 'buy' },
    { from: day, to: day },
    { search: order.serialNo.toLowerCase() },
    { search: ` ${seller.nick} ` },
    { coin: 'TWD', did: 'buy', from: day, search: order.serialNo },
  ];
  for (const filters of fits) expect(await find(buyer, filters), JSON.stringify(filters)).toEqual(id);
  const others: Filters[] = [
    { coin: 'USDT' },
    { did: 'sell' },
    { to: '2020-01-01' },
    { from: '2099-01-01' },
    { search: buyer.nick },
    { search: 'HF-000000-1' },
    { did: 'sell', search: order.serialNo },
  ];
  for (const filters of others) expect(await find(buyer, filters), JSON.stringify(filters)).toEqual([]);
  expect(await find(seller, { did: 'sell', search: buyer.nick })).toEqual(id);
});

it('tells a stranger nothing of an order by its number, nor by a cursor that names it', async () => {
  const { order } = await ended();
  const { buyer: stranger } = await ended();
  expect(await find(stranger, { search: order.serialNo })).toEqual([]);
  expect(await find(stranger, { cursor: order.orderId })).toEqual([]);
});

it('gives pages that neither repeat nor leave out, also of orders that ended at the same time', async () => {
  const { buyer, order } = await ended();
  await sql`
    insert into orders.orders overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', o.id + 100000 + n, 'serial_no', o.serial_no || n,
      'ended_at', o.ended_at - make_interval(secs => n / 10)))).*
    from orders.orders o, generate_series(1, 70) n where o.id = ${order.orderId}`.execute(owner);
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await buyer.call('/order/list', { scope: 'past', coin: 'TWD', ...(cursor && { cursor }) });
    ids.push(...page.items.map(({ orderId }) => orderId));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect([ids.length, new Set(ids).size]).toEqual([71, 71]);
});

it('refuses filters of ended orders for those in progress', async () => {
  const member = await server.member();
  expect(await member.refuse('/order/list', { scope: 'active', coin: 'TWD' })).toBe('PARAMETERS_INVALID');
});
