import { toListingId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';
import { findLockerFacts } from './locking.store.ts';

const server = await testServer();
const { db, owner } = server.database;
const TRADERS = 5000;

async function tradersRead(): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read::int as read from pg_stat_user_tables where relid = 'orders.trader'::regclass`.execute(
    owner,
  );
  return rows[0]?.read ?? 0;
}

it('reads one trader for each who locks, also by a plan that was made when there were few', async () => {
  const { buyer, order } = await lockedOrder(server, '300.00');
  const { rows } = await sql<{ id: string }>`
    select listing_id::text as id from orders.orders where id = ${order.orderId}`.execute(owner);
  const asked = { id: toListingId(rows[0]?.id ?? ''), lockers: [buyer.id] };
  let before = 0;
  await inTransaction(db, async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    await findLockerFacts(tx, asked);
    await sql`
      insert into orders.trader (member_id) select 1000000 + n from generate_series(1, ${TRADERS}::int) n`.execute(
      owner,
    );
    before = await tradersRead();
    expect(await findLockerFacts(tx, asked)).toMatchObject([{ lockerId: buyer.id, liveLocks: 1 }]);
    await sql`select pg_stat_force_next_flush()`.execute(tx);
  });
  expect((await tradersRead()) - before).toBeLessThan(TRADERS);
});

it("reads a locker's own orders and no others, though one seller has many", async () => {
  const { buyer, order } = await lockedOrder(server, '300.00');
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx); // without members, events and coin of their own
    await sql`
      insert into orders.orders overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', 1000000 + n, 'serial_no', 'HF-' || n, 'payer_id', 1000000 + n,
        'locker_id', 1000000 + n))).*
      from orders.orders o, generate_series(1, ${TRADERS}::int) n where o.id = ${order.orderId}`.execute(tx);
    await sql`analyze orders.orders`.execute(tx);
  });
  const { rows } = await sql<{ id: string }>`
    select listing_id::text as id from orders.orders where id = ${order.orderId}`.execute(owner);
  const read = await inTransaction(db, async (tx) => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
    const asked = { id: toListingId(rows[0]?.id ?? ''), lockers: [buyer.id] };
    expect(await findLockerFacts(tx, asked)).toMatchObject([{ ownOrderId: order.orderId }]);
    const { rows: counted } = await sql<{ read: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relid = 'orders.orders'::regclass`.execute(
      tx,
    );
    return counted[0]?.read;
  });
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from orders.orders where id > 1000000`.execute(tx);
  });
  expect(read).toBeLessThan(20);
});
