import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { anotherListing, sellerWithListing } from '#testing/traders.ts';

/** What the market, and the owner, are told of an owner of whose day too little is left. */

const server = await testServer();
const { owner } = server.database;

const set = (member: TestMember, side: 'buy' | 'sell', max: string): Promise<unknown> =>
  member.call('/member/limits/set', { coin: 'TWD', side, max });

describe('an owner whose day is used up', () => {
  const bestFor = async (viewer: TestMember, quantity: string, without?: string) =>
    (await viewer.call('/listing/best', { coin: 'TWD', quantity, ...(without !== undefined && { without }) }))
      .offer?.listingId;
  const offersFor = async (viewer: TestMember, quantity?: string) =>
    (await viewer.call('/listing/market', { coin: 'TWD', ...(quantity !== undefined && { quantity }) }))
      .items;

  /** The listings of other tests are as cheap. */
  const endOthers = () =>
    sql`update orders.listing set state = 'PAUSED', paused_because = 'owner' where state = 'OPEN'`.execute(
      owner,
    );

  it('is told so in the market, stands last there, and is neither the quick match nor the next best', async () => {
    await endOthers();
    const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
    const second = await anotherListing(server, seller, '3000.00');
    const other = await sellerWithListing(server, { quantity: '3000.00' });
    const viewer = await server.member();
    const ids = async (quantity?: string) =>
      (await offersFor(viewer, quantity)).map(({ listingId, obstacle }) => [listingId, obstacle]);
    expect(await bestFor(viewer, '1000.00')).toBe(listing.id);
    await set(seller, 'sell', '900.00');
    // Of 900.00 there is enough for some quantities, not for this one.
    expect(await ids()).toEqual([listing, second, other.listing].map(({ id }) => [id, null]));
    expect(await ids('1000.00')).toEqual([
      [other.listing.id, null],
      [listing.id, 'owner-limit'],
      [second.id, 'owner-limit'],
    ]);
    expect(await bestFor(viewer, '1000.00')).toBe(other.listing.id);
    expect(await bestFor(viewer, '900.00')).toBe(listing.id);
    const buyer = await server.member();
    await buyer.call('/order/lock', { listingId: second.id, version: '1', quantity: '900.00' });
    expect(await ids()).toEqual([
      [other.listing.id, null],
      [listing.id, 'owner-limit'],
      [second.id, 'busy'],
    ]);
    expect(await bestFor(viewer, '100.00', listing.id)).toBe(other.listing.id);
    // What the level allows counts as well.
    await sql`
      insert into orders.trader (member_id, use_day, sold_twd)
      values (${other.seller.id}, (platform.app_now() at time zone 'Asia/Taipei')::date, 49995000)
      on conflict (member_id) do update set use_day = excluded.use_day, sold_twd = excluded.sold_twd`.execute(
      owner,
    );
    expect((await ids()).map(([, obstacle]) => obstacle)).toEqual(['owner-limit', 'busy', 'owner-limit']);
    expect(await bestFor(viewer, '100.00')).toBeUndefined();
  });

  it('hides no other owner behind a page full of listings', async () => {
    await endOthers();
    const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
    const other = await sellerWithListing(server, { quantity: '3000.00' });
    await sql`
      insert into orders.listing overriding system value
      select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000000 + n, 'price_e4', l.price_e4 - 1))).*
      from orders.listing l, generate_series(1, 25) n where id = ${listing.id}`.execute(owner);
    const viewer = await server.member();
    await set(seller, 'sell', '50.00');
    expect(await bestFor(viewer, '1000.00')).toBe(other.listing.id);
    await sql`delete from orders.listing where id > 1000000`.execute(owner);
  });

  it('hides no other owner either where they have placed more listings than are looked at', async () => {
    await endOthers();
    const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
    const other = await sellerWithListing(server, { quantity: '3000.00' });
    await sql`
      insert into orders.listing overriding system value
      select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000000 + n, 'price_e4', l.price_e4 - 1))).*
      from orders.listing l, generate_series(1, 520) n where id = ${listing.id}`.execute(owner);
    const viewer = await server.member();
    await set(seller, 'sell', '50.00');
    expect(await bestFor(viewer, '1000.00')).toBe(other.listing.id);
    await sql`delete from orders.listing where id > 1000000`.execute(owner);
  });

  it('publishes nothing that nobody could take, and no more than a member may have', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
    await set(seller, 'sell', '50.00');
    const again = {
      coin: 'TWD',
      quantity: '100.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '100.00',
      payWindowMinutes: '15',
    } as const;
    const { cards } = await seller.call('/bank/list/{account}', {});
    const input = { ...again, cardIds: cards.map(({ id }) => id) };
    const above = await seller.send('/listing/create', input);
    expect(above).toMatchObject({ outcome: 'LISTING_ABOVE_DAY', data: { max: '50.00 TWD' } });
    await sql`
      insert into orders.listing overriding system value
      select (jsonb_populate_record(l, jsonb_build_object('id', l.id + 1000000 + n))).*
      from orders.listing l, generate_series(1, 19) n where id = ${listing.id}`.execute(owner);
    const full = await seller.send('/listing/create', { ...input, minQuantity: '50.00' });
    expect(full).toMatchObject({ outcome: 'LISTINGS_FULL', data: { max: 20 } });
    await sql`delete from orders.listing where id > 1000000`.execute(owner);
    await server.issueTo(seller, 'TWD', '100.00');
    expect(await seller.send('/listing/create', { ...input, minQuantity: '50.00' })).toMatchObject({
      outcome: 'SUCCESS',
    });
  });

  it('reads it beside the listings that nobody can take therefore', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '3000.00' });
    const obstacles = async () =>
      (await seller.call('/listing/mine', { scope: 'live' })).items.find(({ id }) => id === listing.id)
        ?.obstacles;
    await set(seller, 'sell', '1000.00');
    expect(await obstacles()).toEqual([]);
    const buyer = await server.member();
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
    await buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity: '950.00' });
    expect(await obstacles()).toEqual(['day-used']);
    await set(seller, 'buy', '0');
    await set(seller, 'sell', 'level');
    await sql`update member.own_limit set raised_at = raised_at - interval '25 hours' where member_id = ${seller.id}`.execute(
      owner,
    );
    expect(await obstacles()).toEqual([]);
  });
});
