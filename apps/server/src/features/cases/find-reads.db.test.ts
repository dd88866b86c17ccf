import { toMemberId } from '@holdfast/kernel';
import { testDatabase } from '@holdfast/testkit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { findLinesOf } from './find.store.ts';

const { db, owner } = await testDatabase();
const SHOP = toMemberId(1n);
const RARE = toMemberId(2n);

await sql`
  insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes, card_ids)
  values (1, 'sell', 'TWD', 'OPEN', 1000, 1000, 10000, 1, 1000, 15, '{1}')`.execute(owner);
// 20,000 orders: every second one is of a shop, and of somebody else the first three, of which one still runs.
await sql`
  insert into orders.orders (serial_no, listing_id, listing_version, owner_id, locker_id, payer_id, payee_id, coin, quantity, price_e4,
    pay_twd, fee_bp, fee, pay_window_minutes, card_id, funding, state, resolution, ended_at)
  select 'S' || n, 1, 1, payee, 1000 + n, 1000 + n, payee, case when n % 3 = 0 then 'USDT' else 'TWD' end, 100, 10000, 1, 10, 1, 15, 1, 'listing',
    case when is_live then 'LOCKED' else 'AUTO_CANCELLED' end, case when is_live then null else 'timeout' end, case when is_live then null else now() + n * interval '1 second' end
  from generate_series(1, 20000) n,
    lateral (select case when n <= 3 then 2 when n % 2 = 0 then 1 else 500 + n end as payee, n = 1 or n % 5000 = 0 as is_live) o`.execute(
  owner,
);
await sql`analyze orders.orders`.execute(owner);

async function rowsReadSoFar(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: bigint }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
    where schemaname = 'orders'`.execute(tx);
  return Number(rows[0]?.read);
}

it.each([
  ['a shop', SHOP, ['20000', '15000', '10000', '5000', '19998', '19996'], 20],
  ['somebody with few, long ago', RARE, ['1', '3', '2'], 3],
])(
  'finds those of %s that run, then those that ended last, and reads no others',
  async (_, member, first, count) => {
    const { lines, read } = await inTransaction(db, async (tx) => {
      const before = await rowsReadSoFar(tx);
      const found = await findLinesOf(tx, member);
      return { lines: found, read: (await rowsReadSoFar(tx)) - before };
    });
    expect(read).toBeLessThan(100);
    expect(lines.slice(0, first.length).map(({ orderId }) => orderId)).toEqual(first);
    expect(lines).toHaveLength(count);
  },
);
