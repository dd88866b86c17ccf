import type { CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buyerWithListing, lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { measurePrices } from './price-references.ts';

/** What prices are measured by, and who is told that one lies far from it. */

const server = await testServer();
const { db, owner } = server.database;

type Terms = CallOutput<'/listing/terms'>;

const PAR = { coin: 'TWD', price: '1.0000', basis: 'par', trades: 0, newestAt: null };
const viewer = await server.member();

beforeEach(() => sql`delete from orders.last_price`.execute(owner));
afterEach(async () => {
  await server.database.setClock('0');
  await sql`delete from orders.price_reference`.execute(owner);
  await sql`update orders.listing set state = 'CLOSED', remaining = 0, ended_at = platform.app_now()
            where side = 'buy' and ended_at is null`.execute(owner);
});

/** So many pairs of members who have traded USDT at prices from `price` on, the last of them just now. */
const plant = (count: number, price: number, { from = 0, ago = '1 hour' } = {}) =>
  sql`
    insert into orders.last_price (coin, low_id, high_id, price_e4, at)
    select 'USDT', 900000 + 2 * n, 900001 + 2 * n, ${price}::bigint + 100 * n, platform.app_now() - ${ago}::interval - make_interval(secs => n)
    from generate_series(${from}::int, ${from + count - 1}::int) n`.execute(owner);

const keptPrices = async () =>
  (
    await sql<{
      coin: string;
      price: string;
    }>`select coin, price_e4::text as price from orders.last_price order by at`.execute(owner)
  ).rows;
const referencesOf = async () => (await viewer.call('/listing/terms', {})).references;

/** A finished trade of two new members. */
async function trade(coin: 'TWD' | 'USDT', quantity: string, price: string) {
  const { seller, listing } = await sellerWithListing(server, { coin, quantity, price, min: '1' });
  const buyer = await server.member();
  return finish(seller, buyer, { id: listing.id, version: listing.version, quantity });
}

async function finish(
  seller: TestMember,
  buyer: TestMember,
  { id, version, quantity }: { id: string; version: number; quantity: string },
) {
  const { order } = await buyer.call('/order/lock', { listingId: id, version: String(version), quantity });
  const { order: paid } = await buyer.call('/order/paid', paidInput(order));
  const released = await seller.call('/order/release', {
    orderId: order.orderId,
    version: String(paid.version),
  });
  expect(released.order.state).toBe('FINISHED');
  return { seller, buyer };
}

describe('the reference of a coin', () => {
  it('is its par where it is NT$ itself, and none where too few have traded', async () => {
    await plant(14, 320_000);
    await measurePrices(db);
    expect(await referencesOf()).toEqual([PAR]);
  });

  it('is the median of what was traded, says of how many and until when, and goes with its trades', async () => {
    await plant(15, 320_000);
    await plant(30, 250_000, { from: 100, ago: '8 days' });
    await measurePrices(db);
    const [, usdt] = await referencesOf();
    expect(usdt).toMatchObject({ coin: 'USDT', price: '32.0700', basis: 'trades', trades: 15 });
    const { rows } = await sql<{ at: Date }>`select max(at) as at from orders.last_price`.execute(owner);
    expect(usdt?.newestAt).toBe(rows[0]?.at.toISOString());
    // What counts no more is gone, and the references of a worker that stands are none after half an hour.
    expect(await keptPrices()).toHaveLength(15);
    await server.database.setClock('31 minutes');
    expect(await referencesOf()).toEqual([PAR]);
    await measurePrices(db);
    expect(await referencesOf()).toHaveLength(2);
    await sql`update orders.last_price set at = at - interval '8 days'`.execute(owner);
    await measurePrices(db);
    expect(await referencesOf()).toEqual([PAR]);
  });

  it('is there however many others a few members have traded with since', async () => {
    await plant(20, 320_000, { ago: '2 hours' });
    // Four of them, each with 1,000 newer trades, one after another.
    await sql`
      insert into orders.last_price (coin, low_id, high_id, price_e4, at)
      select 'USDT', 800000 + m, 1000000 + 10000 * m + n, 400000, platform.app_now() - make_interval(mins => 10 * m) - make_interval(secs => n / 10.0)
      from generate_series(1, 4) m, generate_series(1, 1000) n`.execute(owner);
    await measurePrices(db);
    const [, usdt] = await referencesOf();
    expect(usdt).toMatchObject({ basis: 'trades', trades: 32, price: '32.1550' });
  });

  it('counts what two members have finished by themselves: one price of the two, none of a small trade, and none of TWD', async () => {
    const { seller, buyer } = await trade('USDT', '20.000000', '32.0000');
    expect(await keptPrices()).toEqual([{ coin: 'USDT', price: '320000' }]);
    // The same two again, with the roles exchanged.
    const { listing } = await buyerWithListing(server, {
      coin: 'USDT',
      quantity: '19',
      price: '33',
      min: '1',
    });
    await sql`update orders.listing set owner_id = ${buyer.id} where id = ${listing.id}`.execute(owner);
    const { cards } = await seller.call('/bank/list/{account}', {});
    await server.issueTo(seller, 'USDT', '19.000000');
    const { order } = await seller.call('/order/lock', {
      listingId: listing.id,
      version: String(listing.version),
      quantity: '19',
      cardId: defined(cards[0], 'a card').id,
    });
    const { order: paid } = await buyer.call('/order/paid', paidInput(order));
    const end = { orderId: order.orderId, version: String(paid.version) };
    await seller.call('/order/release', end);
    expect(await keptPrices()).toEqual([{ coin: 'USDT', price: '330000' }]);
    await trade('USDT', '10.000000', '40.0000');
    await trade('TWD', '3000.00', '1.0000');
    const { buyer: other, order: cancelled } = await lockedOrder(server, '700.00');
    await other.call('/order/cancel', {
      orderId: cancelled.orderId,
      version: '1',
      notPaid: '1',
      reason: 'changed-mind',
    });
    expect(await keptPrices()).toHaveLength(1);
  });

  it('is not moved by listings, whoever plants them at whatever price', async () => {
    await plant(20, 320_000);
    await measurePrices(db);
    const before = await referencesOf();
    for (const price of ['9999', '1', '999'])
      await buyerWithListing(server, { coin: 'USDT', quantity: '1000', price, min: '1' });
    await measurePrices(db);
    expect(await referencesOf()).toEqual(before);
  });
});

describe('a price far from its reference', () => {
  const offersOf = async (side: 'sell' | 'buy') => {
    const { items } = await viewer.call('/listing/market', { coin: 'USDT', side });
    return Object.fromEntries(items.map(({ price, deviation }) => [price, deviation]));
  };

  it('is said with the offer, to both sides, as far as the setting wants it; the lock goes on', async () => {
    await plant(15, 320_000);
    await measurePrices(db);
    const dear = await sellerWithListing(server, {
      coin: 'USDT',
      quantity: '50.000000',
      price: '36.0000',
      min: '10',
    });
    await sellerWithListing(server, { coin: 'USDT', quantity: '50.000000', price: '35.2000', min: '10' });
    await buyerWithListing(server, { coin: 'USDT', quantity: '50', price: '28.0000', min: '10' });
    const above = { direction: 'above', percent: '12.2', reference: '32.0700' };
    expect(await offersOf('sell')).toEqual({ '36.0000': above, '35.2000': null });
    const below = { direction: 'below', percent: '12.6', reference: '32.0700' };
    expect(await offersOf('buy')).toEqual({ '28.0000': below });
    const { offer } = await viewer.call('/listing/best', { coin: 'USDT', quantity: '20', side: 'buy' });
    expect(offer?.deviation).toEqual(below);
    await sql`
      insert into platform.setting (name, value, starts_at, reason, set_by)
      values ('price.deviation', '13', platform.app_now(), 'a test', 1)`.execute(owner);
    expect(await offersOf('sell')).toEqual({ '36.0000': null, '35.2000': null });
    expect(((await viewer.call('/listing/terms', {})) satisfies Terms).warnPercent).toBe(13);
    const { order } = await viewer.call('/order/lock', {
      listingId: dear.listing.id,
      version: String(dear.listing.version),
      quantity: '20',
    });
    expect(order.price).toBe('36.0000');
  });

  it('of TWD is measured by its par, and of a coin without a reference nobody is told', async () => {
    await sql`
      insert into platform.setting (name, value, starts_at, reason, set_by)
      values ('price.deviation', '10', platform.app_now(), 'a test', 1)`.execute(owner);
    await sellerWithListing(server, { price: '1.1001' });
    const { items } = await viewer.call('/listing/market', { coin: 'TWD' });
    expect(items.find(({ price }) => price === '1.1001')?.deviation).toEqual({
      direction: 'above',
      percent: '10',
      reference: '1.0000',
    });
    expect(Object.values(await offersOf('sell')).every((deviation) => deviation === null)).toBe(true);
  });
});
