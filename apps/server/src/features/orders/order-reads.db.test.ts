import { toMemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listOpenListings } from '#features/listings/listing.store.ts';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { listOrdersOf } from './order.store.ts';

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
    pay_twd, fee_bp, fee, pay_window_minutes, card_id, state, resolution, paid_sealed, paid_at, deadline_at, ended_at)
  select 'S' || n, 1 + n % 3000, 1, owner, 1000 + n % 1000, 1000 + n % 1000, owner, 'TWD', 100, 10000, 1, 10, 1, 15, 1,
    case when n % 7000 = 0 then 'PAID' else 'FINISHED' end, case when n % 7000 = 0 then null else 'parties' end, '\\x00', now(),
    case when n % 7000 = 0 then now() end, case when n % 7000 = 0 then null else now() + interval '90 seconds' end
  from generate_series(1, 21001) n, lateral (select case when n % 2 = 0 then 1 else 1 + n % 500 end as owner) o`.execute(
  owner,
);
await sql`analyze orders.orders, orders.listing`.execute(owner);

/** How many rows of orders and listings a piece of work reads, by whatever way, as PostgreSQL counts them. */
async function rowsRead<T>(work: (tx: Tx) => Promise<T[]>): Promise<{ found: T[]; read: number }> {
  return inTransaction(db, async (tx) => {
    const found = await work(tx);
    const { rows } = await sql<{ read: bigint }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
      where schemaname = 'orders'`.execute(tx);
    return { found, read: Number(rows[0]?.read) };
  });
}

it("finds a merchant's running orders without reading the past", async () => {
  const query = { memberId: MERCHANT, isActive: true, before: undefined, limit: 100 };
  const { found, read } = await rowsRead((tx) => listOrdersOf(tx, query));
  expect(found).toHaveLength(3);
  expect(read).toBeLessThan(10);
});

it("reads one page of a merchant's past, from the cursor on", async () => {
  const query = { memberId: MERCHANT, isActive: false, before: 15_000n, limit: 31 };
  const { found, read } = await rowsRead((tx) => listOrdersOf(tx, query));
  expect([found.length, found[0]?.id, found.at(-1)?.id]).toEqual([31, '14998', '14938']);
  expect(read).toBeLessThan(100);
});

it.each([
  ['the first page', undefined],
  ['a page far behind', { priceE4: 12_500n, id: 2_500n }],
])(
  'shows %s of the market without reading what comes before it or what its owners have sold',
  async (_, after) => {
    const query = { coin: 'TWD' as const, viewerId: VIEWER, after, limit: 21 };
    const { found, read } = await rowsRead((tx) => listOpenListings(tx, query));
    expect(found.map(({ priceE4 }) => priceE4)).toEqual(
      Array.from({ length: 21 }, (_item, n) => (after?.priceE4 ?? 10_000n) + BigInt(n + 1)),
    );
    expect(read).toBeLessThan(21 * 60);
  },
);

it('counts what viewer and owner have traded with each other, and how fast the owner lets go', async () => {
  const query = { coin: 'TWD' as const, viewerId: VIEWER, after: { priceE4: 10_499n, id: 499n }, limit: 1 };
  const { found } = await rowsRead((tx) => listOpenListings(tx, query));
  expect(found).toMatchObject([{ ownerId: '1', releaseSeconds: 90, tradedWithYou: 21n }]);
});
