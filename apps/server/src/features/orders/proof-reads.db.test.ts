import { defined, toOrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { rowsReadBy } from '#testing/rows-read.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';
import { listAlike } from './proof-print.store.ts';

/** What looking for alike proofs costs among many. */
const server = await testServer();
const { db, owner } = server.database;

it('reads both ends of each band, however many proofs there are', async () => {
  const [shown, other] = [await lockedOrder(server), await lockedOrder(server)];
  await sql`
    with print as (
      insert into orders.proof_print (file_id, order_id)
      select 'file ' || n, ${shown.order.orderId}::bigint from generate_series(1, 20000) n returning id
    )
    insert into orders.proof_band (band, proof_id) select band, id from print, generate_series(1, 4) band`.execute(
    owner,
  );
  await sql`analyze orders.proof_print, orders.proof_band`.execute(owner);
  const orderId = defined(toOrderId(other.order.orderId), 'an order');
  const read = await rowsReadBy(db, 'orders.proof_print', async (tx) => {
    expect((await listAlike(tx, orderId, [1, 2])).length).toBeGreaterThan(0);
  });
  expect(read).toBeLessThanOrEqual(800);
});
