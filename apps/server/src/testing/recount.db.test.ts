import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countFaults } from './recount.ts';
import { testServer } from './test-server.ts';
import { sellerWithListing } from './traders.ts';

const server = await testServer();
const { owner } = server.database;

it.each([
  ['listing', 'update orders.listing set locked = locked - 1'],
  ['trader', 'update orders.trader set live_locks = live_locks + 1 where live_locks > 0'],
  ['trader', 'update orders.trader set finished = finished + 1, ended = ended + 1'],
  [
    'pair',
    'insert into orders.traded (low_id, high_id, finished) select owner_id, locker_id, 1 from orders.orders',
  ],
  ['thread', 'update orders.thread set payee_unread = 0'],
  ['clocks', `delete from orders.timer where name = 'pay'`],
])('finds a %s that is not what the orders give, after: %s', async (kind, bend) => {
  const { listing } = await sellerWithListing(server, { quantity: '300.00' });
  const buyer = await server.member();
  const lock = { listingId: listing.id, version: '1', quantity: '200.00' };
  const { order } = await buyer.call('/order/lock', lock);
  await buyer.call('/order/say', { orderId: order.orderId, text: '您好' });
  expect(await countFaults(owner)).toEqual([]);
  const tx = await owner.startTransaction().execute();
  await sql.raw(bend).execute(tx);
  const faults = await countFaults(tx);
  await tx.rollback().execute();
  expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(new Set([kind]));
});
