import type { CallInput } from '@holdfast/contract/calls';
import { RELATIONS_MAX } from '@holdfast/contract/orders';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';

/** Whom members meet in the market: blocks, favourites, conditions, the level of the seller, and the best offer for an amount. */

const server = await testServer();
const { owner } = server.database;

type Member = Awaited<ReturnType<typeof server.member>>;
const uidOf = async (member: Member) => {
  const { rows } = await sql<{ uid: string }>`select uid from member.member where id = ${member.id}`.execute(
    owner,
  );
  return rows[0]?.uid ?? '';
};
type Query = Omit<CallInput<'/listing/market'>, 'coin'>;

const offersTo = async (viewer: Member, query: Query = {}) =>
  (await viewer.call('/listing/market', { coin: 'TWD', ...query })).items;
const sees = async (viewer: Member, listingId: string, query: Query = {}) =>
  (await offersTo(viewer, query)).some((offer) => offer.listingId === listingId);
const set = (listingId: string, change: string) =>
  sql.raw(`update orders.listing set ${change} where id = ${listingId}`).execute(owner);

describe('a block', () => {
  it('hides the listings of both from each other, refuses locks as if they were closed, and is taken back', async () => {
    const a = await sellerWithListing(server);
    const b = await sellerWithListing(server);
    const block = async (blocked: '1' | '0') =>
      a.seller.call('/member/block/set', { uid: await uidOf(b.seller), blocked });
    expect(await sees(b.seller, a.listing.id)).toBe(true);
    await block('1');
    await block('1');
    expect(await sees(a.seller, b.listing.id)).toBe(false);
    expect(await sees(b.seller, a.listing.id)).toBe(false);
    const lock = { listingId: a.listing.id, version: '1', quantity: '500.00' };
    expect(await b.seller.refuse('/order/lock', lock)).toBe('LISTING_NOT_OPEN');
    expect(await a.seller.call('/member/block/list', {})).toMatchObject({
      count: 1,
      items: [{ uid: await uidOf(b.seller), nick: b.seller.nick }],
    });
    // Whoever is blocked is told nothing.
    expect(await b.seller.call('/member/block/list', {})).toMatchObject({ count: 0, items: [] });
    await block('0');
    expect(await sees(b.seller, a.listing.id)).toBe(true);
    expect((await b.seller.call('/order/lock', lock)).order.state).toBe('LOCKED');
  });

  it('leaves an order that runs alone', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '500.00');
    await seller.call('/member/block/set', { uid: await uidOf(buyer), blocked: '1' });
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order.state).toBe('LOCKED');
    const release = { orderId: order.orderId, version: '1' };
    expect((await seller.call('/order/release', release)).order.state).toBe('FINISHED');
  });

  it('is of somebody else, and the list ends somewhere', async () => {
    const member = await server.member();
    const other = await server.member();
    const block = (uid: string) => member.refuse('/member/block/set', { uid, blocked: '1' });
    expect(await block(await uidOf(member))).toBe('RELATION_SELF');
    expect(await block('9999999999')).toBe('MEMBER_NOT_FOUND');
    await sql`insert into orders.block (member_id, other_id)
              select ${member.id}, 900000000 + n from generate_series(1, ${RELATIONS_MAX}) n`.execute(owner);
    expect(await block(await uidOf(other))).toBe('RELATIONS_FULL');
    await sql`delete from orders.block where member_id = ${member.id}`.execute(owner);
  });
});

describe('another member', () => {
  it('says how often the two have finished an order, to either of them', async () => {
    const { seller, buyer, order } = await lockedOrder(server);
    const times = async (one: typeof seller, other: typeof seller) =>
      one.call('/member/check-has-bought', { uid: await uidOf(other) });
    expect(await times(buyer, seller)).toEqual({ hasBought: false, count: 0 });
    await buyer.call('/order/paid', paidInput(order));
    await seller.call('/order/release', { orderId: order.orderId, version: '2' });
    expect(await times(buyer, seller)).toEqual({ hasBought: true, count: 1 });
    expect(await times(seller, buyer)).toEqual({ hasBought: true, count: 1 });
    expect(await buyer.refuse('/member/check-has-bought', { uid: '9999999999' })).toBe('MEMBER_NOT_FOUND');
  });
});

describe('a favourite', () => {
  it('is marked in the market, and can be all that is shown; a block ends it', async () => {
    const liked = await sellerWithListing(server);
    const other = await sellerWithListing(server);
    const viewer = await server.member();
    await viewer.call('/member/favourite/set', { uid: await uidOf(liked.seller), favourite: '1' });
    const offers = await offersTo(viewer, { favourites: '1' });
    expect(offers.map(({ listingId, owner: { isFavourite } }) => [listingId, isFavourite])).toEqual([
      [liked.listing.id, true],
    ]);
    expect(await sees(viewer, other.listing.id)).toBe(true);
    await viewer.call('/member/block/set', { uid: await uidOf(liked.seller), blocked: '1' });
    expect(await viewer.call('/member/favourite/list', {})).toMatchObject({ count: 0 });
    expect(await offersTo(viewer, { favourites: '1' })).toEqual([]);
  });
});

describe('the level of a seller', () => {
  it('filters the market, follows what an operator sets, and works beside the methods', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const viewer = await server.member();
    expect(await sees(viewer, listing.id, { levelMin: '3' })).toBe(false);
    const risk = await server.operator('risk');
    await risk.send('/member/account/use-level-set', {
      account: seller.account,
      level: '4',
      reason: 'a long and good record',
    });
    expect(await sees(viewer, listing.id, { levelMin: '3' })).toBe(true);
    expect(await sees(viewer, listing.id, { levelMin: '5' })).toBe(false);
    expect(await sees(viewer, listing.id, { levelMin: '3', payMethods: ['bank'] })).toBe(true);
    expect(await sees(viewer, listing.id, { levelMin: '3', payMethods: ['jkopay'] })).toBe(false);
  });

  it('reads by pages as the whole market does', async () => {
    const { seller, listing } = await sellerWithListing(server);
    await sql`
      insert into orders.listing (owner_id, side, coin, state, quantity, remaining, price_e4, min_quantity, max_quantity,
                                  pay_window_minutes, card_ids, owner_level)
      select ${seller.id}, 'sell', 'USDT', 'OPEN', 9, 9, 99000000 - n, 9, 9, 15, ${listing.cardIds}::bigint[], 7 + n % 2
      from generate_series(1, 45) n`.execute(owner);
    const viewer = await server.member();
    const query = { coin: 'USDT', levelMin: '7' } as const;
    const first = await viewer.call('/listing/market', query);
    const second = await viewer.call('/listing/market', { ...query, cursor: first.next ?? '' });
    const third = await viewer.call('/listing/market', { ...query, cursor: second.next ?? '' });
    const prices = [first, second, third].flatMap(({ items }) => items.map(({ price }) => Number(price)));
    expect(prices).toHaveLength(45);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    await sql`delete from orders.listing where owner_id = ${seller.id} and coin = 'USDT'`.execute(owner);
  });
});

describe('the conditions of a listing', () => {
  it('are said by the offer that the viewer does not meet, and checked by the lock', async () => {
    const { seller, listing } = await sellerWithListing(server);
    await server.issueTo(seller, 'TWD', '500.00');
    const terms = {
      coin: 'TWD',
      quantity: '500.00',
      price: '1',
      minQuantity: '100.00',
      maxQuantity: '500.00',
      payWindowMinutes: '15',
      cardIds: listing.cardIds,
    } as const;
    const asked = { minLevel: '0', minFinished: '1', minDays: '7', minCompletion: '90' };
    const strict = (await seller.call('/listing/create', { ...terms, ...asked })).listing;
    expect(strict.conditions).toEqual({ minLevel: 0, minFinished: 1, minDays: 7, minCompletion: 90 });
    const viewer = await server.member();
    const offer = (await offersTo(viewer)).find(({ listingId }) => listingId === strict.id);
    expect(offer).toMatchObject({
      obstacle: 'conditions',
      unmet: ['minFinished', 'minDays', 'minCompletion'],
    });
    const lock = { listingId: strict.id, version: '1', quantity: '500.00' };
    expect(await viewer.send('/order/lock', lock)).toMatchObject({
      outcome: 'LISTING_CONDITIONS',
      data: { conditions: ['minFinished', 'minDays', 'minCompletion'] },
    });
    await sql`insert into orders.trader (member_id, finished, ended) values (${viewer.id}, 9, 10)
              on conflict (member_id) do update set finished = 9, ended = 10`.execute(owner);
    await sql`update member.member set registered_at = registered_at - interval '8 days' where id = ${viewer.id}`.execute(
      owner,
    );
    expect((await viewer.call('/order/lock', lock)).order.state).toBe('LOCKED');
    expect(await seller.refuse('/listing/create', { ...terms, minCompletion: '101' })).toBe(
      'PARAMETERS_INVALID',
    );
  });
});

describe('the best offer for an amount', () => {
  it('is the cheapest that the viewer can take, and the next one when that is lost', async () => {
    const price = (value: string) => ({
      coin: 'USDT' as const,
      quantity: '100.000000',
      min: '10.000000',
      price: value,
    });
    const dear = await sellerWithListing(server, price('33.0000'));
    const cheap = await sellerWithListing(server, price('31.0000'));
    const tooSmall = await sellerWithListing(server, { ...price('30.0000'), quantity: '20.000000' });
    const strict = await sellerWithListing(server, price('29.0000'));
    await set(strict.listing.id, 'min_level = 9');
    const viewer = await server.member();
    const best = async (query: Partial<CallInput<'/listing/best'>> = {}) =>
      (await viewer.call('/listing/best', { coin: 'USDT', quantity: '50', ...query })).offer?.listingId;
    expect(await best()).toBe(cheap.listing.id);
    // However many stand in front that ask for what the viewer has not.
    for (const asks of ['min_level = 9', 'min_finished = 1', 'min_days = 7', 'min_completion = 80']) {
      await sql`
        insert into orders.listing overriding system value
        select (jsonb_populate_record(l, jsonb_build_object('id', 1000000 + other.id * 10 + n, 'owner_id', other.id, 'price_e4', 280000))).*
        from orders.listing l, generate_series(1, 3) n, (select id from member.member order by id limit 8) other
        where l.id = ${cheap.listing.id}`.execute(owner);
      await sql`update orders.listing set ${sql.raw(asks)} where id > 1000000`.execute(owner);
      expect(await best()).toBe(cheap.listing.id);
      await sql`delete from orders.listing where id > 1000000`.execute(owner);
    }
    expect(await best({ without: cheap.listing.id })).toBe(dear.listing.id);
    expect(await best({ quantity: '20' })).toBe(tooSmall.listing.id);
    expect(await best({ quantity: '5000' })).toBeUndefined();
    expect(await best({ payMethods: ['jkopay'] })).toBeUndefined();
    expect(await best({ levelMin: '5' })).toBeUndefined();
    await viewer.call('/member/block/set', { uid: await uidOf(cheap.seller), blocked: '1' });
    expect(await best()).toBe(dear.listing.id);
    expect(await viewer.refuse('/listing/best', { coin: 'USDT', quantity: '1.0000001' })).toBe(
      'PARAMETERS_INVALID',
    );
  });
});
