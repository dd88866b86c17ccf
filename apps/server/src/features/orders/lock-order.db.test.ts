import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';

const server = await testServer();

it('gives each order a serial number of its own, also when there have been more than four digits can count', async () => {
  await sql`select setval(pg_get_serial_sequence('orders.orders', 'id'), 12344)`.execute(
    server.database.owner,
  );
  const first = await lockedOrder(server);
  const second = await lockedOrder(server);
  expect([first, second].map(({ order }) => order.serialNo.replace(/^HF-\d{6}-/, ''))).toEqual([
    '12345',
    '12346',
  ]);
});

it('leaves what every transition leaves: its event, its posting, its notices and the hints for both sides', async () => {
  const { seller, buyer, order } = await lockedOrder(server, '700.00');
  const { owner } = server.database;
  const { orderId } = order;
  const events = await sql`
    select version, transition, event, actor, actor_id, from_state, to_state from orders.event where order_id = ${orderId}`.execute(
    owner,
  );
  expect(events.rows).toEqual([
    {
      version: 1,
      transition: 'T2',
      event: 'lock',
      actor: 'payer',
      actor_id: BigInt(buyer.id),
      from_state: null,
      to_state: 'LOCKED',
    },
  ]);
  const entries =
    await sql`select kind from ledger.entry where reference = ${`order:${orderId}:lock:1`}`.execute(owner);
  expect(entries.rows).toEqual([{ kind: 'order.lock' }]);
  const [inbox] = (await seller.call('/member/notification/list', {})).items;
  expect(inbox).toMatchObject({ type: 'orderLock', extra: { orderId, lockType: 'full', orderType: 'sell' } });
  const hints = await sql<{ member_id: bigint; topic: string }>`
    select member_id, topic from platform.outbox where member_id in (${seller.id}, ${buyer.id})`.execute(
    owner,
  );
  const hintsFor = ({ id }: { id: string }) =>
    new Set(hints.rows.filter((row) => String(row.member_id) === id).map(({ topic }) => topic));
  expect(hintsFor(seller)).toEqual(new Set(['inbox', 'orders', 'balance', 'listings']));
  expect(hintsFor(buyer)).toEqual(new Set(['inbox', 'orders', 'balance']));
});
