import type { CallInput, Listing } from '@holdfast/contract/calls';
import { toClock } from '@holdfast/contract/orders';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { appNow } from '#platform/db/clock.ts';
import { inTransaction, type Tx } from '#platform/db/db.ts';
import { buyerWithListing, paidInput, sellerWithListing } from '#testing/traders.ts';
import { testServer } from '#testing/test-server.ts';
import { expireListings } from './expire-listings.ts';
import { listOpenListings } from './market.store.ts';
import { turnListings } from './turn-listings.ts';

/** In which hours of the day others may lock a listing. */

const server = await testServer();
const { db, owner } = server.database;
const setClock = (ahead: string) => server.database.setClock(ahead);

type Seller = Awaited<ReturnType<typeof sellerWithListing>>['seller'];
type Edit = Partial<CallInput<'/listing/edit'>>;

const HALF_HOUR_MS = 30 * 60_000;
const on = ({ id, version }: Pick<Listing, 'id' | 'version'>) => ({
  listingId: id,
  version: String(version),
});
const edit = (listing: Pick<Listing, 'id' | 'version'>, more: Edit = {}) => ({
  ...on(listing),
  feeSeen: '10',
  ...more,
});

/** Minutes of the day in Taipei, so many half hours after the one that runs. */
async function halfHours(later: number): Promise<string> {
  const now = (await appNow(db)).getTime();
  const since = Math.floor(now / HALF_HOUR_MS) + later + 16;
  return toClock((since % 48) * 30);
}

/** From a half hour to another one, both counted from the one that runs. */
const hoursOf = async (from: number, to: number) => ({
  hoursFrom: await halfHours(from),
  hoursTo: await halfHours(to),
});

/** It is four minutes before a full or half hour, so that none passes within a test. */
let past = 0;
beforeEach(async () => {
  await setClock('0');
  past = HALF_HOUR_MS - ((await appNow(db)).getTime() % HALF_HOUR_MS) + HALF_HOUR_MS - 4 * 60_000;
  await setClock(`${past} milliseconds`);
});
const afterTheHalfHour = () => setClock(`${past + 5 * 60_000} milliseconds`);

const isOffered = async (viewer: Seller, { id, coin, side }: Listing) =>
  (await viewer.call('/listing/market', { coin, side })).items.some(({ listingId }) => listingId === id);
const isBest = async (viewer: Seller, { id, coin, side }: Listing) =>
  (await viewer.call('/listing/best', { coin, side, quantity: '100' })).offer?.listingId === id;
const ownOf = async (member: Seller, id: string) =>
  defined(
    (await member.call('/listing/mine', { scope: 'live' })).items.find((one) => one.id === id),
    'a live listing',
  );
const lockOf = (listing: Pick<Listing, 'id' | 'version'>, quantity: string) => ({
  ...on(listing),
  quantity,
});

async function eventsOf(id: string) {
  const { rows } = await sql<{ event: string; hours: string | null }>`
    select event, detail ->> 'hours' as hours from orders.listing_event where listing_id = ${id} order by version`.execute(
    owner,
  );
  return rows;
}

describe('a listing outside its hours', () => {
  it('is offered to nobody and cannot be locked, says when it opens again, and comes back by itself', async () => {
    const { seller, listing } = await sellerWithListing(server, { price: '0.5000' });
    const viewer = await server.member();
    const hours = await hoursOf(1, 3);
    const { listing: resting } = await seller.call('/listing/edit', edit(listing, hours));
    const opens = new Date(Math.ceil((await appNow(db)).getTime() / HALF_HOUR_MS) * HALF_HOUR_MS);
    expect(resting).toMatchObject({
      state: 'OPEN',
      hours: { from: hours.hoursFrom, to: hours.hoursTo },
      opensAt: opens.toISOString(),
      obstacles: ['out-of-hours'],
    });
    expect([await isOffered(viewer, resting), await isBest(viewer, resting)]).toEqual([false, false]);
    expect(await viewer.send('/order/lock', lockOf(resting, '100.00'))).toMatchObject({
      outcome: 'LISTING_OUT_OF_HOURS',
      data: { until: opens.toISOString() },
    });
    await afterTheHalfHour();
    expect(await ownOf(seller, listing.id)).toMatchObject({ obstacles: [], opensAt: null });
    expect(await turnListings(db)).toBe(1);
    expect(await turnListings(db)).toBe(0);
    expect([await isOffered(viewer, resting), await isBest(viewer, resting)]).toEqual([true, true]);
    // Nothing was said anew: who has read it before can lock it.
    const { order } = await viewer.call('/order/lock', lockOf(resting, '100.00'));
    expect(order.quantity).toBe('100.00');
    expect(await eventsOf(listing.id)).toEqual([
      { event: 'publish', hours: null },
      { event: 'edit', hours: `${hours.hoursFrom}-${hours.hoursTo}` },
    ]);
  });

  it('is gone from the market at the minute at which its hours end, worker or not; its orders run on', async () => {
    const { seller, listing } = await sellerWithListing(server, { price: '0.4000', quantity: '900.00' });
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
    const [buyer, late] = [await server.member(), await server.member()];
    const { listing: open } = await seller.call('/listing/edit', edit(listing, await hoursOf(-2, 1)));
    expect(open).toMatchObject({ obstacles: [], opensAt: null });
    expect([await isOffered(late, open), await isBest(late, open)]).toEqual([true, true]);
    const { order } = await buyer.call('/order/lock', lockOf(open, '300.00'));
    const { order: paid } = await buyer.call('/order/paid', paidInput(order));
    await afterTheHalfHour();
    expect([await isOffered(late, open), await isBest(late, open)]).toEqual([false, false]);
    expect(await late.refuse('/order/lock', lockOf(open, '300.00'))).toBe('LISTING_OUT_OF_HOURS');
    await turnListings(db);
    expect(await isOffered(late, open)).toBe(false);
    const released = await seller.call('/order/release', {
      orderId: paid.orderId,
      version: String(paid.version),
    });
    expect(released.order.state).toBe('FINISHED');
  });

  it('stays so through a pause; a renewal stands where the hours of that minute say', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const viewer = await server.member();
    const { listing: open } = await seller.call('/listing/edit', edit(listing, await hoursOf(-2, 1)));
    const { listing: paused } = await seller.call('/listing/pause', on(open));
    await afterTheHalfHour();
    await turnListings(db);
    const { listing: resumed } = await seller.call('/listing/resume', on(paused));
    expect(resumed).toMatchObject({ state: 'OPEN', obstacles: ['out-of-hours'] });
    expect(await isOffered(viewer, resumed)).toBe(false);
    await sql`update orders.listing set listed_at = platform.app_now() - interval '2 hours', expires_at = platform.app_now() - interval '1 second'
              where id = ${listing.id}`.execute(owner);
    await expireListings(db);
    await setClock(`${past} milliseconds`);
    const { items } = await seller.call('/listing/mine', { scope: 'ended' });
    const ended = defined(
      items.find(({ id }) => id === listing.id),
      'it has ended',
    );
    expect(ended).toMatchObject({ opensAt: null, obstacles: ['expired'] });
    const renewed = await seller.call('/listing/renew', on(ended));
    expect(renewed.listing).toMatchObject({ state: 'OPEN', obstacles: [], hours: open.hours });
    expect(await isOffered(viewer, renewed.listing)).toBe(true);
  });

  it('of who buys is offered to nobody either, and what it says is said at its publication', async () => {
    const { buyer, listing } = await buyerWithListing(server, { price: '1.9000' });
    const viewer = await server.member();
    expect(await isOffered(viewer, listing)).toBe(true);
    const { listing: resting } = await buyer.call('/listing/create', {
      side: 'buy',
      coin: 'TWD',
      quantity: '500.00',
      price: '1.9500',
      minQuantity: '100.00',
      maxQuantity: '500.00',
      payWindowMinutes: '15',
      cardIds: [],
      payMethods: ['bank'],
      ...(await hoursOf(1, -1)),
    });
    expect(resting.obstacles).toEqual(['out-of-hours']);
    expect([await isOffered(viewer, resting), await isBest(viewer, resting)]).toEqual([false, false]);
    expect(await eventsOf(resting.id)).toEqual([
      { event: 'publish', hours: `${resting.hours?.from}-${resting.hours?.to}` },
    ]);
  });
});

it('refuses half of the hours, none at all, and a minute between', async () => {
  const { seller, listing } = await sellerWithListing(server);
  const refused = async (more: Record<string, string>) =>
    (await seller.send('/listing/edit', edit(listing, more))) as { outcome: string; data?: unknown };
  expect(await refused({ hoursFrom: '09:00' })).toMatchObject({
    outcome: 'PARAMETERS_INVALID',
    data: { fields: ['hoursTo'] },
  });
  expect(await refused({ hoursTo: '09:00' })).toMatchObject({ data: { fields: ['hoursFrom'] } });
  expect(await refused({ hoursFrom: '09:00', hoursTo: '09:00' })).toMatchObject({
    data: { fields: ['hoursTo'] },
  });
  for (const odd of ['09:15', '24:00', '9:00', '09:0', ''])
    expect(await refused({ hoursFrom: odd, hoursTo: '10:00' })).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
    });
});

it('turns many at once, and passes over what somebody else holds', async () => {
  const { seller, listing } = await sellerWithListing(server);
  await seller.call('/listing/edit', edit(listing, await hoursOf(1, 3)));
  await sql`
    insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes,
      card_ids, pay_account_ids, pay_methods, ttl_hours, expires_at, owner_rank, hours_from, hours_to, is_out_of_hours, hours_turn_at)
    select owner_id, 'buy', 'USDT', state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes,
      '{}', '{}', pay_methods, ttl_hours, expires_at, 0, hours_from, hours_to, true, hours_turn_at
    from orders.listing, generate_series(1, 450) where id = ${listing.id}`.execute(owner);
  await afterTheHalfHour();
  await inTransaction(db, async (tx) => {
    await sql`select from orders.listing where id = ${listing.id} for no key update`.execute(tx);
    expect(await turnListings(db)).toBeGreaterThanOrEqual(450);
  });
  expect(await turnListings(db)).toBe(1);
});

it('turns those that end before those that begin, and finds the best offer behind however many wait for their turn', async () => {
  const { listing } = await sellerWithListing(server, { price: '0.3000' });
  const viewer = await server.member();
  const copies = (count: number, isOut: boolean) =>
    sql`
      insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes,
        card_ids, pay_account_ids, pay_methods, ttl_hours, expires_at, owner_rank, hours_from, hours_to, is_out_of_hours, hours_turn_at)
      select owner_id, side, coin, state, quantity, remaining, ${isOut ? 9000 : 2000}, min_quantity, max_quantity, pay_window_minutes,
        card_ids, '{}', pay_methods, ttl_hours, expires_at, 0, 0, 30, ${isOut}, platform.app_now() - make_interval(secs => ${isOut ? 2 : 1})
      from orders.listing, generate_series(1, ${count}::int) where id = ${listing.id}`.execute(owner);
  await turnListings(db);
  await copies(20, true);
  await copies(600, false);
  expect(await isBest(viewer, listing)).toBe(true);
  // It is stopped after its first transaction.
  let asked = 0;
  expect(await turnListings(db, () => asked++ > 0)).toBe(600);
  const { rows } = await sql`
    select distinct is_out_of_hours as "isOut" from orders.listing where hours_turn_at <= platform.app_now()`.execute(
    owner,
  );
  expect(rows).toEqual([{ isOut: true }]);
  expect(await turnListings(db)).toBe(20);
  await sql`update orders.listing set state = 'CLOSED', remaining = 0, ended_at = platform.app_now() where owner_id = (
    select owner_id from orders.listing where id = ${listing.id})`.execute(owner);
});

it('reads none of those that are outside their hours, however many stand before the ones that are not', async () => {
  const { listing } = await sellerWithListing(server, {
    coin: 'USDT',
    quantity: '90.000000',
    min: '10.000000',
  });
  const viewer = await server.member();
  await sql`
    insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity, pay_window_minutes,
      card_ids, pay_account_ids, pay_methods, ttl_hours, expires_at, owner_rank, hours_from, hours_to, is_out_of_hours, hours_turn_at)
    select owner_id, side, coin, state, quantity, remaining, 300000, min_quantity, max_quantity, pay_window_minutes, card_ids, pay_account_ids,
      pay_methods, ttl_hours, expires_at, 0, 0, 1, true, platform.app_now() + interval '1 hour'
    from orders.listing, generate_series(1, 3000) where id = ${listing.id}`.execute(owner);
  await sql`analyze orders.listing`.execute(owner);
  // As many rows of the table and its indexes as this connection has had in its hands, and has not told the statistics yet.
  const readSoFar = async (tx: Tx) => {
    const { rows } = await sql<{ read: number }>`
      select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::int as read from pg_class
      where oid = 'orders.listing'::regclass or oid in (select indexrelid from pg_index where indrelid = 'orders.listing'::regclass)`.execute(
      tx,
    );
    return rows[0]?.read ?? 0;
  };
  const { found, read } = await inTransaction(db, async (tx) => {
    const before = await readSoFar(tx);
    const page = await listOpenListings(tx, {
      side: 'sell',
      coin: 'USDT',
      viewerId: viewer.id,
      after: undefined,
      limit: 20,
    });
    return { found: page, read: (await readSoFar(tx)) - before };
  });
  expect(found.map(({ id }) => id)).toEqual([listing.id]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50);
});
