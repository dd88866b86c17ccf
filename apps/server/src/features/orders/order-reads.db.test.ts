import { toMemberId, toOrderId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listListingsOf } from '#features/listings/listing.store.ts';
import { methodSetsWith } from '#features/listings/listing.rules.ts';
import { listOpenListings, lookAtListings } from '#features/listings/market.store.ts';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { listNewestPaidBy, listOrdersOf, type Order } from './order.store.ts';
import { listPastOrders } from './past-orders.store.ts';
import { countEnd } from './trader.store.ts';

const { db, owner } = await testDatabase();
const MERCHANT = toMemberId(1n);
const VIEWER = toMemberId(1008n);

// A merchant with 10,000 orders behind him and three that run, among 500 others, in a market of 3,000 listings.
await sql`
  insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes, card_ids)
  select 1 + n % 500, 'sell', 'TWD', 'OPEN', 1000, 1000, 10000 + n, 1, 1000, 15, '{1}' from generate_series(1, 3000) n`.execute(
  owner,
);
await sql`
  insert into orders.orders (serial_no, listing_id, listing_version, owner_id, locker_id, payer_id, payee_id, coin, quantity, price_e4,
    pay_twd, fee_bp, fee, pay_window_minutes, card_id, funding, state, resolution, paid_sealed, paid_at, ended_at)
  select 'S' || n, 1 + n % 3000, 1, owner, 1000 + n % 1000, 1000 + n % 1000, owner, 'TWD', 100, 10000, 1, 10, 1, 15, 1, 'listing',
    case when n % 7000 = 0 then 'PAID' else 'FINISHED' end, case when n % 7000 = 0 then null else 'parties' end, '\\x00', now(), case when n % 7000 = 0 then null else now() + interval '90 seconds' end
  from generate_series(1, 21001) n, lateral (select case when n % 2 = 0 then 1 else 1 + n % 500 end as owner) o`.execute(
  owner,
);
// A shop that has offered for years, and offers three things now.
await sql`
  insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes, card_ids, ended_at)
  select 7000, 'sell', 'USDT', case when n % 10000 = 0 then 'OPEN' else 'SOLD_OUT' end, 1000, case when n % 10000 = 0 then 1000 else 0 end,
    10000, 1, 1000, 15, '{1}', case when n % 10000 = 0 then null else now() end from generate_series(1, 30001) n`.execute(
  owner,
);
await sql`insert into orders.timer (order_id, name, due_at) select id, 'ack', now() from orders.orders where ended_at is null`.execute(
  owner,
);
await sql`analyze orders.orders, orders.listing, orders.timer`.execute(owner);

/** Counts what the connection's transactions before this one have read too, as long as they are not yet in the shared statistics. */
async function rowsReadSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: bigint }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
    where schemaname = 'orders'`.execute(tx);
  return Number(rows[0]?.read);
}

/** How many rows of orders and listings a piece of work reads, by whatever way, as PostgreSQL counts them. */
async function rowsRead<T>(work: (tx: Tx) => Promise<T[]>): Promise<{ found: T[]; read: number }> {
  return inTransaction(db, async (tx) => {
    const before = await rowsReadSoFar(tx);
    const found = await work(tx);
    return { found, read: (await rowsReadSoFar(tx)) - before };
  });
}

it("finds a merchant's running orders without reading the past", async () => {
  const query = { memberId: MERCHANT, before: undefined, limit: 100 };
  const { found, read } = await rowsRead((tx) => listOrdersOf(tx, query));
  expect(found).toHaveLength(3);
  expect(read).toBeLessThan(20); // their clocks too
});

it("finds a payer's newest payments without reading the orders of others", async () => {
  const { found, read } = await rowsRead((tx) => listNewestPaidBy(tx, VIEWER, 5));
  expect(found.map(({ id }) => id)).toEqual(['20008', '19008', '18008', '17008', '16008']);
  expect(read).toBeLessThan(20);
});

it.each([
  ['live', true, 3],
  ['ended', false, 31],
])("reads one page of a shop's %s listings and nothing of the others", async (_, isLive, count) => {
  const query = { ownerId: toMemberId(7000n), isLive, before: undefined, limit: 31 };
  const { found, read } = await rowsRead((tx) => listListingsOf(tx, query));
  expect(found).toHaveLength(count);
  expect(read).toBeLessThan(count + 5);
});

it.each([
  ['the first page', undefined],
  ['a page far behind', { roleRank: 1000n, ownerRank: 1000n, priceE4: 12_500n, id: 2_500n }],
])(
  'shows %s of the market without reading what comes before it or what its owners have sold',
  async (_, after) => {
    const query = { side: 'sell' as const, coin: 'TWD' as const, viewerId: VIEWER, after, limit: 21 };
    const { found, read } = await rowsRead((tx) => listOpenListings(tx, query));
    expect(found.map(({ priceE4 }) => priceE4)).toEqual(
      Array.from({ length: 21 }, (_item, n) => (after?.priceE4 ?? 10_000n) + BigInt(n + 1)),
    );
    expect(read).toBeLessThan(21 * 3);
  },
);

it('reads one page of a market of two roles and many ranks, wherever the page begins', async () => {
  await sql`update orders.listing set owner_role = case when id % 3 = 0 then 'merchant' else 'member' end, owner_rank = 1000 + id % 7 where coin = 'TWD'`.execute(
    owner,
  );
  await sql`update orders.role_rank set sort_code = 900 where role = 'merchant'`.execute(owner);
  const after = { roleRank: 900n, ownerRank: 1003n, priceE4: 11_000n, id: 1_000n };
  const query = { side: 'sell' as const, coin: 'TWD' as const, viewerId: VIEWER, limit: 21 };
  for (const from of [undefined, after, { ...after, roleRank: 1000n }]) {
    const { found, read } = await rowsRead((tx) => listOpenListings(tx, { ...query, after: from }));
    expect(found).toHaveLength(21);
    expect(read).toBeLessThan(21 * 5);
    const byPrice = await rowsRead((tx) =>
      listOpenListings(tx, { ...query, isByPrice: true, after: from && { ...from, roleRank: 0n } }),
    );
    const first = from ? 1_001 : 1;
    expect(byPrice.found.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 21 }, (_, n) => first + n),
    );
    expect(byPrice.read).toBeLessThan(21 * 3);
  }
  await sql`update orders.listing set owner_role = 'member', owner_rank = 1000 where coin = 'TWD'`.execute(
    owner,
  );
  await sql`update orders.role_rank set sort_code = 1000`.execute(owner);
});

it('reads one page of the offers that have one of some methods, however many have none of them', async () => {
  await sql`
    update orders.listing set pay_methods = case when id % 50 = 0 then '{bank,jkopay}' else '{twqr}' end::text[],
      card_ids = case when id % 50 = 0 then '{1}' else '{}' end::bigint[], pay_account_ids = '{1}' where coin = 'TWD'`.execute(
    owner,
  );
  await sql`analyze orders.listing`.execute(owner);
  const query = { side: 'sell' as const, coin: 'TWD' as const, viewerId: VIEWER, limit: 21 };
  for (const [wanted, after, first] of [
    ['jkopay', undefined, 50],
    ['jkopay', { roleRank: 1000n, ownerRank: 1000n, priceE4: 11_000n, id: 1_000n }, 1050],
    ['linepay', undefined, undefined],
  ] as const) {
    const methodSets = methodSetsWith([wanted]);
    const { found, read } = await rowsRead((tx) => listOpenListings(tx, { ...query, methodSets, after }));
    expect(found.map(({ id }) => Number(id))).toEqual(
      first === undefined ? [] : Array.from({ length: 21 }, (_, n) => first + n * 50),
    );
    expect(read).toBeLessThan(21 * 4);
    // By price no index knows the methods: it looks at so many listings, and reads no row twice.
    const look = { ...query, isByPrice: true, payMethods: [wanted], levelMin: 0, after, limit: 300 };
    const byPrice = await rowsRead((tx) => lookAtListings(tx, look));
    expect(byPrice.found).toHaveLength(300);
    expect(byPrice.found.flatMap(({ id, isSuitable }) => (isSuitable ? [Number(id)] : []))).toEqual(
      first === undefined ? [] : Array.from({ length: 6 }, (_, n) => first + n * 50),
    );
    expect(byPrice.read).toBeLessThan(300 + 6 * 4);
  }
  await sql`update orders.listing set pay_methods = '{bank}', card_ids = '{1}', pay_account_ids = '{}' where coin = 'TWD'`.execute(
    owner,
  );
});

const BEGINNING = { roleRank: 1000n, ownerRank: 1000n, priceE4: 10_000n, id: 0n };
const [SELLER, BUYER] = [toMemberId(2n), toMemberId(900n)];

/** Ends an order of the two as the machine does, so many seconds after it was paid. */
async function endOrder(
  state: 'FINISHED' | 'CANCELLED',
  seconds: number,
  countsAgainst: 'payee' | null = null,
  { payerId, payeeId } = { payerId: BUYER, payeeId: SELLER },
): Promise<void> {
  const paidAt = new Date(0);
  const ended = {
    id: toOrderId(0n),
    payTwd: 100n,
    state,
    payerId,
    payeeId,
    lockerId: payerId,
    paidAt,
    endedAt: new Date(seconds * 1000),
    countsAgainst,
  };
  // The lock took its slot in a transaction of its own, long before the end.
  await sql`
    insert into orders.trader as t (member_id, live_locks) values (${payerId}, 1)
    on conflict (member_id) do update set live_locks = t.live_locks + 1`.execute(db);
  await inTransaction(db, (tx) => countEnd(tx, ended as Order));
}

it('says how often viewer and owner have traded, either way round, and the median time of the newest 50 releases', async () => {
  for (let seconds = 1; seconds <= 61; seconds += 1) await endOrder('FINISHED', seconds);
  await endOrder('CANCELLED', 9999, 'payee');
  const offersFor = (viewerId: typeof BUYER) =>
    inTransaction(db, (tx) =>
      listOpenListings(tx, { side: 'sell', coin: 'TWD', viewerId, after: BEGINNING, limit: 1 }),
    );
  const figures = { ownerId: SELLER, finished: 61, ended: 62, releaseSeconds: 36 };
  expect(await offersFor(BUYER)).toMatchObject([{ ...figures, tradedWithYou: 61 }]);
  expect(await offersFor(VIEWER)).toMatchObject([{ ...figures, tradedWithYou: 0 }]);
});

it('counts each of many orders of two members that end at once', async () => {
  const { rows: before } = await sql<{ finished: number }>`
    select finished from orders.traded where low_id = ${SELLER} and high_id = ${BUYER}`.execute(db);
  await Promise.all(Array.from({ length: 20 }, () => endOrder('FINISHED', 5)));
  const { rows } = await sql`
    select w.finished as together, t.release_seconds from orders.traded w, orders.trader t
    where w.low_id = ${SELLER} and w.high_id = ${BUYER} and t.member_id = ${SELLER}`.execute(db);
  expect(rows).toEqual([{ together: (before[0]?.finished ?? 0) + 20, release_seconds: expect.any(Number) }]);
});

it('counts each partner once and each order of the day, where many orders of three members end at once', async () => {
  const members = [toMemberId(91_001n), toMemberId(91_002n), toMemberId(91_003n)] as const;
  const [a, b, c] = members;
  const pairs = Array.from(
    { length: 8 },
    () =>
      [
        [a, b],
        [b, c],
        [c, a],
        [b, a],
      ] as const,
  ).flat();
  await Promise.all(pairs.map(([payerId, payeeId]) => endOrder('FINISHED', 5, null, { payerId, payeeId })));
  const { rows } = await sql`
    select t.member_id::int as id, t.partners, t.finished, d.finished as "ofDay", d.pay_twd::int as paid
    from orders.trader t join orders.trader_day d using (member_id) where t.member_id = any(${members}::bigint[]) order by 1`.execute(
    db,
  );
  const figures = (id: number, finished: number) => ({
    id,
    partners: 2,
    finished,
    ofDay: finished,
    paid: finished * 100,
  });
  expect(rows).toEqual([figures(91_001, 24), figures(91_002, 24), figures(91_003, 16)]);
});

it.each([
  ['all', {}],
  ['of one coin and side', { coins: ['TWD' as const], roles: ['payee' as const] }],
  ['of days', { from: '2000-01-01', to: '2099-01-01' }],
  ['with one member', { otherId: toMemberId(1008n) }],
  ['by its number', { orderId: toOrderId('14998') }],
  ['of a coin that there is none of', { coins: ['USDT' as const] }],
])("reads one page of a merchant's ended orders, %s", async (_, filters) => {
  const all = { coins: ['TWD', 'USDT'] as const, roles: ['payer', 'payee'] as const };
  const none = { from: undefined, to: undefined, otherId: undefined, orderId: undefined, before: undefined };
  const query = { memberId: MERCHANT, ...all, ...none, limit: 5, ...filters };
  const first = await rowsRead((tx) => listPastOrders(tx, query));
  expect(first.read).toBeLessThan(40);
  const before = BigInt(first.found.at(-1)?.id ?? 1);
  const second = await rowsRead((tx) => listPastOrders(tx, { ...query, before }));
  expect(second.read).toBeLessThan(40);
  expect(second.found.filter(({ id }) => BigInt(id) >= before)).toEqual([]);
});
