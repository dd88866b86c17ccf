import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { fireAllDue } from '#features/orders/fire-due.ts';
import { inTransaction } from '#platform/db/db.ts';
import { endMaintenance, setMaintenance } from '#platform/maintenance/downtime.store.ts';
import { testServer } from '#testing/test-server.ts';
import { anotherListing, balanceOf, lockedOrder, sellerWithListing } from '#testing/traders.ts';
import { pauseListing } from './apply-transition.ts';
import { expireListings } from './expire-listings.ts';
import type { Listing } from './listing.store.ts';

/** What becomes of a listing while nobody locks it: pauses, its clock, renewals, and an operator who takes it out. */

const server = await testServer();
const { db, owner } = server.database;

type Own = CallOutput<'/listing/create'>['listing'];
type Seller = Awaited<ReturnType<typeof sellerWithListing>>['seller'];

const on = ({ id, version }: Pick<Own, 'id' | 'version'>) => ({ listingId: id, version: String(version) });

async function ownOf(seller: Seller, id: string): Promise<Own> {
  for (const scope of ['live', 'ended'] as const) {
    const found = (await seller.call('/listing/mine', { scope })).items.find((one) => one.id === id);
    if (found) return found;
  }
  throw new Error(`no listing ${id}`);
}

async function eventsOf(id: string) {
  const { rows } = await sql<{ event: string; actor: string; detail: Record<string, string> }>`
    select event, actor, detail from orders.listing_event where listing_id = ${id} order by version`.execute(
    db,
  );
  return rows;
}

const isOffered = async (viewer: Seller, { id, coin }: Own) =>
  (await viewer.call('/listing/market', { coin })).items.some(({ listingId }) => listingId === id);

/** Lets a listing's time end, and nobody else's. */
const endTimeOf = (id: string) =>
  sql`update orders.listing set listed_at = platform.app_now() - interval '2 hours', expires_at = platform.app_now() - interval '1 second'
      where id = ${id}`.execute(owner);

afterEach(async () => {
  await sql`delete from platform.downtime`.execute(owner);
  await server.database.setClock('0');
  await sql`drop trigger if exists planted on orders.listing_event`.execute(owner);
});

describe('a pause', () => {
  it('takes a listing out of the market, keeps its coin, and is ended by its owner', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const viewer = await server.member();
    const paused = (await seller.call('/listing/pause', on(listing))).listing;
    expect(paused).toMatchObject({
      state: 'PAUSED',
      pausedBecause: 'owner',
      obstacles: ['paused'],
      actions: ['resume', 'edit', 'close'],
      remaining: listing.remaining,
    });
    expect(await isOffered(viewer, listing)).toBe(false);
    expect(await balanceOf(seller)).toMatchObject({ listed: '3000.00' });
    const lock = { listingId: listing.id, version: String(paused.version), quantity: '500.00' };
    expect(await viewer.refuse('/order/lock', lock)).toBe('LISTING_NOT_OPEN');
    expect(await seller.refuse('/listing/pause', on(paused))).toBe('LISTING_NOT_OPEN');
    expect(await seller.refuse('/listing/resume', on(listing))).toBe('LISTING_CHANGED');
    const resumed = (await seller.call('/listing/resume', on(paused))).listing;
    expect(resumed).toMatchObject({ state: 'OPEN', pausedBecause: null, obstacles: [] });
    expect(await isOffered(viewer, listing)).toBe(true);
    expect((await eventsOf(listing.id)).map(({ event, actor }) => `${event} ${actor}`)).toEqual([
      'publish owner',
      'pause owner',
      'resume owner',
    ]);
  });

  it('of all leaves full ones, other members and paused ones alone, and so does the way back', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '9000.00' });
    const terms: CallInput<'/listing/create'> = {
      coin: 'TWD',
      quantity: '500.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '500.00',
      payWindowMinutes: '15',
      cardIds: listing.cardIds,
    };
    await server.issueTo(seller, 'TWD', '1000.00');
    const second = (await seller.call('/listing/create', terms)).listing;
    const full = (await seller.call('/listing/create', terms)).listing;
    const buyer = await server.member();
    await buyer.call('/order/lock', { listingId: full.id, version: '1', quantity: '500.00' });
    const other = await sellerWithListing(server);
    await seller.call('/listing/pause', on(second));
    expect(await seller.call('/listing/pause-all', {})).toEqual({ count: 1 });
    const states = async () =>
      (await seller.call('/listing/mine', { scope: 'live' })).items.map(({ state }) => state);
    expect(await states()).toEqual(['FILLED', 'PAUSED', 'PAUSED']);
    expect(await ownOf(other.seller, other.listing.id)).toMatchObject({ state: 'OPEN' });
    expect(await seller.call('/listing/resume-all', {})).toEqual({ count: 2 });
    expect(await states()).toEqual(['FILLED', 'OPEN', 'OPEN']);
    expect((await eventsOf(listing.id)).map(({ event }) => event)).toEqual(['publish', 'pause', 'resume']);
  });

  it('after a missed answer says so, and leaves a listing alone that its owner has paused', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const pause = () => inTransaction(db, (tx) => pauseListing(tx, listing.id as Listing['id']));
    expect(await pause()).toBe(true);
    expect(await pause()).toBe(false);
    expect(await ownOf(seller, listing.id)).toMatchObject({
      state: 'PAUSED',
      pausedBecause: 'missed-answer',
      obstacles: ['paused-missed-answer'],
    });
    expect((await eventsOf(listing.id)).at(-1)).toMatchObject({
      actor: 'system',
      detail: { reason: 'missed-answer' },
    });
  });

  it("of somebody else's listing is refused as if it did not exist", async () => {
    const [a, b] = [await sellerWithListing(server), await sellerWithListing(server)];
    for (const path of ['/listing/pause', '/listing/resume', '/listing/renew'] as const)
      expect(await a.seller.refuse(path, on(b.listing))).toBe('LISTING_NOT_FOUND');
  });
});

describe('the time of a listing', () => {
  it('is what its owner chose, from one hour to 15 days, and a day where nothing was chosen', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '900.00' });
    const hoursOf = ({ createdAt, expiresAt }: Own) =>
      (Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 3_600_000;
    expect(listing.ttlHours).toBe(24);
    expect(hoursOf(listing)).toBeCloseTo(24, 5);
    await server.issueTo(seller, 'TWD', '900.00');
    const terms: CallInput<'/listing/create'> = {
      coin: 'TWD',
      quantity: '100.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '100.00',
      payWindowMinutes: '15',
      cardIds: listing.cardIds,
    };
    const long = (await seller.call('/listing/create', { ...terms, ttlHours: '360' })).listing;
    expect(hoursOf(long)).toBeCloseTo(360, 5);
    for (const ttlHours of ['0', '361', '1.5', '-1'])
      expect(await seller.refuse('/listing/create', { ...terms, ttlHours })).toBe('PARAMETERS_INVALID');
  });

  it('ends once, however many workers come: the unlocked rest goes back, and the owner is told', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const before = await seller.call('/member/balanceinfo', {});
    await endTimeOf(listing.id);
    const counts = await Promise.all(Array.from({ length: 4 }, () => expireListings(db)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(before.balances.find(({ coin }) => coin === 'TWD')?.listed).toBe('3000.00');
    expect(await balanceOf(seller)).toMatchObject({ available: '3000.00', listed: '0.00' });
    expect(await ownOf(seller, listing.id)).toMatchObject({
      state: 'EXPIRED',
      expiresAt: null,
      restAtEnd: '3000.00',
      obstacles: ['expired'],
      actions: ['renew'],
    });
    const { items } = await seller.call('/member/notification/list', {});
    expect(items.filter(({ type }) => type === 'listingExpired')).toMatchObject([
      { title: '掛單已到期', extra: { listingId: listing.id, coinType: 'TWD', quantity: 3000 } },
    ]);
    expect((await eventsOf(listing.id)).at(-1)).toMatchObject({
      event: 'listing-time-ended',
      actor: 'timer',
      detail: { quantity: '300000' },
    });
  });

  it('that is over lets nobody lock, pause or see it any more, also before a worker comes', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const viewer = await server.member();
    await endTimeOf(listing.id);
    const lock = { listingId: listing.id, version: '1', quantity: '500.00' };
    expect(await viewer.refuse('/order/lock', lock)).toBe('LISTING_NOT_OPEN');
    expect(await isOffered(viewer, listing)).toBe(false);
    expect(await seller.refuse('/listing/pause', on(listing))).toBe('LISTING_NOT_OPEN');
    expect(await ownOf(seller, listing.id)).toMatchObject({ obstacles: ['expired'], actions: ['close'] });
  });

  it('leaves running orders alone, and what they give back goes to available', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '1000.00' });
    const buyer = await server.member();
    const lock = { listingId: listing.id, version: '1', quantity: '400.00' };
    const { order } = await buyer.call('/order/lock', lock);
    await endTimeOf(listing.id);
    await expireListings(db);
    expect(await ownOf(seller, listing.id)).toMatchObject({ state: 'EXPIRED', restAtEnd: '600.00' });
    const end = { orderId: order.orderId, version: '1', notPaid: '1', reason: 'changed-mind' } as const;
    await buyer.call('/order/cancel', end);
    expect(await balanceOf(seller)).toMatchObject({ available: '1000.00', listed: '0.00', inOrder: '0.00' });
  });

  it('is longer by a maintenance, and nothing ends while one runs', async () => {
    const { listing } = await sellerWithListing(server);
    const left = async () => {
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from expires_at - created_at)::float / 3600 as hours from orders.listing where id = ${listing.id}`.execute(
        owner,
      );
      return rows[0]?.hours ?? NaN;
    };
    const before = await left();
    const now = Date.now();
    await setMaintenance(db, { from: new Date(now), until: new Date(now + 600_000) });
    await server.database.setClock('26 hours');
    await sql`update platform.downtime set ends_at = platform.app_now() + interval '1 minute'`.execute(owner);
    expect(await expireListings(db)).toBe(0);
    await endMaintenance(db);
    await fireAllDue(db);
    expect(await expireListings(db)).toBe(0);
    expect((await left()) - before).toBeGreaterThan(25.9);
  });

  it('that cannot end waits, is reported, and keeps no other from ending', async () => {
    const [broken, other] = [await sellerWithListing(server), await sellerWithListing(server)];
    await sql
      .raw(
        `create or replace function orders.planted() returns trigger language plpgsql security definer as $$
         begin if new.listing_id = ${broken.listing.id} then raise exception 'planted'; end if; return new; end $$`,
      )
      .execute(owner);
    await sql`create or replace trigger planted before insert on orders.listing_event for each row execute function orders.planted()`.execute(
      owner,
    );
    await endTimeOf(broken.listing.id);
    await endTimeOf(other.listing.id);
    const failed: string[] = [];
    expect(await expireListings(db, { onFailure: ({ listingId }) => failed.push(listingId) })).toBe(1);
    expect(failed).toEqual([broken.listing.id]);
    await sql`drop trigger planted on orders.listing_event`.execute(owner);
    expect(await expireListings(db)).toBe(0);
    await server.database.setClock('1 minute');
    expect(await expireListings(db)).toBe(1);
  });
});

describe('a renewal', () => {
  async function expired(quantity = '3000.00') {
    const { seller, listing } = await sellerWithListing(server, { quantity });
    await endTimeOf(listing.id);
    await expireListings(db);
    return { seller, listing: await ownOf(seller, listing.id) };
  }

  it('offers what the end gave back again, at the rank that the owner has now', async () => {
    const { seller, listing } = await expired();
    const risk = await server.operator('risk');
    const reason = 'settles within a minute';
    await risk.send('/member/set-member-sort-code', { account: seller.account, sortCode: '7', reason });
    const renewed = (await seller.call('/listing/renew', { ...on(listing), ttlHours: '72' })).listing;
    expect(renewed).toMatchObject({
      state: 'OPEN',
      remaining: '3000.00',
      restAtEnd: '0.00',
      ttlHours: 72,
      obstacles: [],
    });
    expect(await balanceOf(seller)).toMatchObject({ available: '0.00', listed: '3000.00' });
    const { rows } = await sql`select owner_rank from orders.listing where id = ${listing.id}`.execute(owner);
    expect(rows).toEqual([{ owner_rank: 7 }]);
    expect(await seller.refuse('/listing/renew', on(renewed))).toBe('LISTING_NOT_OPEN');
    await endTimeOf(listing.id);
    expect(await expireListings(db)).toBe(1);
  });

  it('needs the balance, and something that is left', async () => {
    const { seller, listing } = await expired('500.00');
    const terms: CallInput<'/listing/create'> = {
      coin: 'TWD',
      quantity: '500.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '500.00',
      payWindowMinutes: '15',
      cardIds: listing.cardIds,
    };
    await seller.call('/listing/create', terms);
    expect(await seller.refuse('/listing/renew', on(listing))).toBe('BALANCE_INSUFFICIENT');
    const full = await lockedOrder(server, '400.00');
    await endTimeOf(full.listing.id);
    await expireListings(db);
    const nothing = await ownOf(full.seller, full.listing.id);
    expect(nothing).toMatchObject({ state: 'EXPIRED', restAtEnd: '0.00', actions: [] });
    expect(await full.seller.refuse('/listing/renew', on(nothing))).toBe('LISTING_NOTHING_TO_RENEW');
  });
});

describe('a renewal, as a new listing,', () => {
  it('is one of as many as a member may have at once', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '500.00' });
    await endTimeOf(listing.id);
    await expireListings(db);
    const ended = await ownOf(seller, listing.id);
    const other = await anotherListing(server, seller, '500.00');
    await sql`
      insert into orders.listing overriding system value
      select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000000 + n))).*
      from orders.listing l, generate_series(1, 19) n where id = ${other.id}`.execute(owner);
    expect(await seller.send('/listing/renew', on(ended))).toMatchObject({
      outcome: 'LISTINGS_FULL',
      data: { max: 20 },
    });
    await sql`delete from orders.listing where id > 1000000`.execute(owner);
    expect((await seller.call('/listing/renew', on(ended))).listing.state).toBe('OPEN');
  });

  it('is refused where its owner may trade less in a day than its least quantity', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '500.00' });
    await endTimeOf(listing.id);
    await expireListings(db);
    const ended = await ownOf(seller, listing.id);
    await seller.call('/member/limits/set', { coin: 'TWD', side: 'sell', max: '50.00' });
    expect(await seller.send('/listing/renew', on(ended))).toMatchObject({
      outcome: 'LISTING_ABOVE_DAY',
      data: { max: '50.00 TWD' },
    });
  });

  it('has the rest as its least quantity where less is left', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '120.00' });
    const buyer = await server.member();
    await buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity: '100.00' });
    await endTimeOf(listing.id);
    await expireListings(db);
    const ended = await ownOf(seller, listing.id);
    await seller.call('/member/limits/set', { coin: 'TWD', side: 'sell', max: '50.00' });
    expect((await seller.call('/listing/renew', on(ended))).listing.remaining).toBe('20.00');
  });
});

describe('a suspension', () => {
  it('takes a listing out of the market for good, tells its owner why, and is audited', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const risk = await server.operator('risk');
    const input = { ...on(listing), because: 'price-misleading', reason: 'asks ten times the usual price' };
    expect((await risk.send('/operator/listing/suspend', input)).outcome).toBe('SUCCESS');
    expect(await balanceOf(seller)).toMatchObject({ available: '3000.00', listed: '0.00' });
    const suspended = await ownOf(seller, listing.id);
    expect(suspended).toMatchObject({
      state: 'SUSPENDED',
      suspendedBecause: 'price-misleading',
      obstacles: ['suspended'],
      actions: [],
    });
    for (const path of ['/listing/renew', '/listing/resume', '/listing/close'] as const)
      expect(await seller.refuse(path, on(suspended))).toBe('LISTING_NOT_OPEN');
    const { items } = await seller.call('/member/notification/list', {});
    expect(items.find(({ type }) => type === 'listingSuspended')).toMatchObject({
      extra: { reason: 'price-misleading', quantity: 3000 },
    });
    // What the operator wrote is for operators.
    expect(JSON.stringify([suspended, items])).not.toContain('ten times');
    const { rows } = await sql<{ detail: Record<string, string> }>`
      select detail from platform.audit where action = 'listing-suspended' and subject = ${`listing:${listing.id}`}`.execute(
      owner,
    );
    expect(rows).toMatchObject([
      { detail: { before: 'OPEN', what: 'price-misleading', reason: input.reason } },
    ]);
    expect((await risk.send('/operator/listing/suspend', input)).outcome).toBe('LISTING_NOT_OPEN');
  });

  it('is for the risk role alone, and refuses a listing that has changed since', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const input = { ...on(listing), because: 'other', reason: 'looks odd to me' };
    const support = await server.operator('support');
    expect((await support.send('/operator/listing/suspend', input)).outcome).toBe('ROLE_NOT_ALLOWED');
    await seller.call('/listing/pause', on(listing));
    const risk = await server.operator('risk');
    expect((await risk.send('/operator/listing/suspend', input)).outcome).toBe('LISTING_CHANGED');
    const list = await support.send<CallOutput<'/operator/listing/list'>>('/operator/listing/list', {
      account: seller.account,
      scope: 'live',
    });
    expect(list.data.items).toMatchObject([{ id: listing.id, state: 'PAUSED' }]);
  });
});
