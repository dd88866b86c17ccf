import { registry, type BuiltPath } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { sellerWithListing } from '#testing/traders.ts';

const server = await testServer();
const LIVE_ORDERS = 205;

const { seller: merchant, listing } = await sellerWithListing(server, { quantity: '100.00' });
await sql`
  insert into orders.orders (serial_no, listing_id, listing_version, owner_id, locker_id, payer_id, payee_id, coin, quantity, price_e4,
    pay_twd, fee_bp, fee, pay_window_minutes, card_id, funding, state)
  select 'L' || n, ${listing.id}, 1, ${merchant.id}, locker.id, locker.id, ${merchant.id}, 'TWD', 100, 10000, 1, 10, 1, 15,
    ${listing.cardIds[0]}, 'listing', 'LOCKED'
  from generate_series(1, ${LIVE_ORDERS}::int) n, (select ${(await server.member()).id}::bigint as id) locker`.execute(
  server.database.owner,
);

interface Page {
  readonly items: readonly { readonly orderId: string }[];
  readonly next: string | null;
}

/** Every page of a list, each with the cursor that the page before gave; fails where the contract would refuse that cursor. */
async function allOf(path: BuiltPath, read: (cursor: { cursor?: string }) => Promise<Page>, input = {}) {
  const seen: string[] = [];
  let next: string | null | undefined;
  do {
    const cursor = next ? { cursor: next } : {};
    registry[path].schemas.input.parse({ ...input, ...cursor });
    const page = await read(cursor);
    seen.push(...page.items.map(({ orderId }) => orderId));
    ({ next } = page);
  } while (next !== null);
  return seen;
}

it('shows every live order of a merchant who has hundreds, page by page, in each of the two lists', async () => {
  const inProgress = '/api/v1/members/orders-in-progress/{account}';
  const active = { scope: 'active' } as const;
  const lists = await Promise.all([
    allOf(inProgress, (cursor) => merchant.call(inProgress, cursor)),
    allOf('/order/list', (cursor) => merchant.call('/order/list', { ...active, ...cursor }), active),
  ]);
  for (const seen of lists) expect([seen.length, new Set(seen).size]).toEqual([LIVE_ORDERS, LIVE_ORDERS]);
});

it('counts of all of them, not of a page, those that wait for the member', async () => {
  const inProgress = '/api/v1/members/orders-in-progress/{account}';
  const waitingOf = async () => (await merchant.call(inProgress, {})).waiting;
  expect(await waitingOf()).toBe(0);
  const become = (change: string, to: number) =>
    sql`update orders.orders set ${sql.raw(change)} where id in (
      select id from orders.orders where payee_id = ${merchant.id} and state = 'LOCKED' and request_by is null order by id limit ${to})`.execute(
      server.database.owner,
    );
  // The merchant has been paid, is asked to accept, answers a request; what waits for a case or for the payer does not count.
  await become(`state = 'PAID', paid_sealed = '\\x00', paid_at = now()`, 7);
  await become(`state = 'ACCEPT_WAIT'`, 5);
  await become(`state = 'STUCK_CASE'`, 3);
  await become(
    `request_by = 'by-payee', request_reason = 'other', request_at = now(), request_from = 'LOCKED'`,
    2,
  );
  expect(await waitingOf()).toBe(12);
  // An offer to share what is in escrow waits for the other side, until it lapses.
  const offer = (by: string, at: string) =>
    `state = 'STUCK_CASE', split_by = '${by}', split_part = 50, split_at = platform.app_now() - interval '${at}'`;
  await become(offer('payer', '1 hour'), 4);
  await become(offer('payer', '25 hours'), 2);
  await become(offer('payee', '1 hour'), 3);
  expect(await waitingOf()).toBe(16);
});
