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
