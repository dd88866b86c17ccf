import type { CallInput, Listing } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { buyerWithListing, paidInput, readySeller, sellerWithListing } from '#testing/traders.ts';

/** Whom a listing is for can change while it stands in the market, and its owner is asked where orders have become dearer. */

const server = await testServer();
const { owner } = server.database;

afterEach(() => setFee(10));

const on = ({ id, version }: Pick<Listing, 'id' | 'version'>) => ({
  listingId: id,
  version: String(version),
});
const edit = (listing: Pick<Listing, 'id' | 'version'>, more: Partial<CallInput<'/listing/edit'>> = {}) => ({
  ...on(listing),
  feeSeen: '10',
  ...more,
});

/** Orders cost that many basis points from now on. */
async function setFee(basisPoints: number) {
  await sql`
    insert into platform.setting (name, value, starts_at, reason, set_by)
    values ('fee.order', ${String(basisPoints)}, platform.app_now(), 'a test', 1)`.execute(owner);
}

describe('a listing in the market', () => {
  it('is for others from the next order on: whoever names the old version gets the new one, and orders that run go on', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '900.00' });
    const [buyer, other] = [await server.member(), await server.member()];
    const lock = { ...on(listing), quantity: '300.00' };
    await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(owner);
    const { order } = await buyer.call('/order/lock', lock);
    const { listing: edited } = await seller.call(
      '/listing/edit',
      edit(listing, { minLevel: '2', askFirst: '1' }),
    );
    expect(edited).toMatchObject({
      version: 2,
      state: 'OPEN',
      askFirst: true,
      conditions: { minLevel: 2, minFinished: 0, minDays: 0, minCompletion: 0 },
    });
    const late = await other.send('/order/lock', lock);
    expect(late).toMatchObject({ outcome: 'LISTING_CHANGED', data: { version: 2 } });
    expect(await other.refuse('/order/lock', { ...lock, version: '2' })).toBe('LISTING_CONDITIONS');
    await sql`update member.member set level = 2 where id = ${other.id}`.execute(owner);
    const { order: asked } = await other.call('/order/lock', { ...lock, version: '2' });
    expect(asked.state).toBe('ACCEPT_WAIT');
    await buyer.call('/order/paid', paidInput(order));
    // A condition that is not said is asked no more.
    const { listing: open } = await seller.call('/listing/edit', edit(edited));
    expect(open).toMatchObject({ askFirst: false, conditions: { minLevel: 0 } });
    const { rows } = await sql`
      select event, version from orders.listing_event where listing_id = ${listing.id} order by version`.execute(
      owner,
    );
    expect(rows).toEqual([
      { event: 'publish', version: 1 },
      { event: 'edit', version: 2 },
      { event: 'edit', version: 3 },
    ]);
  });

  it('keeps its hours, its remark and that it is private when an app of before those came to be changes something else', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '100.00' });
    const said = { isPrivate: '1', remark: '五分鐘內回覆', hoursFrom: '00:00', hoursTo: '12:00' } as const;
    const { listing: full } = await seller.call('/listing/edit', edit(listing, said));
    const { listing: kept } = await seller.call('/listing/edit', edit(full, { minLevel: '1' }));
    const { isPrivate, remark, hours } = full;
    expect(kept).toMatchObject({ isPrivate, remark, hours, conditions: { minLevel: 1 } });
    expect(kept).toMatchObject({ isPrivate: true, hours: { from: '00:00', to: '12:00' } });
    const none = { isPrivate: '0', remark: '', anyHour: '1' } as const;
    const { listing: open } = await seller.call('/listing/edit', edit(kept, none));
    expect(open).toMatchObject({ isPrivate: false, remark: null, hours: null });
    const both = await seller.send('/listing/edit', edit(open, { anyHour: '1', hoursFrom: '09:00' }));
    expect(both).toMatchObject({ outcome: 'PARAMETERS_INVALID', data: { fields: ['anyHour'] } });
  });

  it('stays paused, and why; what has ended, is of somebody else or has changed is refused', async () => {
    const { seller, listing } = await sellerWithListing(server, { quantity: '100.00' });
    const { listing: paused } = await seller.call('/listing/pause', on(listing));
    const { listing: edited } = await seller.call('/listing/edit', edit(paused, { minDays: '7' }));
    expect(edited).toMatchObject({ state: 'PAUSED', pausedBecause: 'owner', conditions: { minDays: 7 } });
    expect(await seller.refuse('/listing/edit', edit(listing))).toBe('LISTING_CHANGED');
    expect(await (await server.member()).refuse('/listing/edit', edit(edited))).toBe('LISTING_NOT_FOUND');
    const { listing: closed } = await seller.call('/listing/close', on(edited));
    expect(closed.actions).not.toContain('edit');
    expect(await seller.refuse('/listing/edit', edit(closed))).toBe('LISTING_NOT_OPEN');
  });
});

describe('the owner of a buy listing, who bears the fee', () => {
  async function wanted() {
    const { buyer, listing } = await buyerWithListing(server, { quantity: '1000.00' });
    const { seller, cardId } = await readySeller(server, '1000.00');
    return { buyer, listing, seller, cardId };
  }

  it('is asked before an order that costs more than when it was published, until they agree', async () => {
    const { buyer, listing, seller, cardId } = await wanted();
    expect(listing.feeRose).toBe(false);
    await setFee(30);
    const [shown] = (await buyer.call('/listing/mine', { scope: 'live' })).items;
    expect(shown).toMatchObject({ feeRose: true, askFirst: false });
    const { items } = await seller.call('/listing/market', { side: 'buy', coin: 'TWD' });
    expect(items.find((offer) => offer.listingId === listing.id)?.asksFirst).toBe(true);
    const lock = { ...on(listing), quantity: '100.00', cardId };
    const { order } = await seller.call('/order/lock', lock);
    expect(order).toMatchObject({ state: 'ACCEPT_WAIT', fee: '0.30' });
    const { order: own } = await buyer.call('/order/detail', { orderId: order.orderId });
    expect(own).toMatchObject({ fee: '0.30', receives: '99.70' });
    await buyer.call('/order/decline', { orderId: order.orderId, version: '1', reason: 'terms-changed' });

    expect(await buyer.refuse('/listing/edit', edit(listing))).toBe('LISTING_FEE_ROSE');
    const { listing: agreed } = await buyer.call('/listing/edit', edit(listing, { feeSeen: '30' }));
    expect(agreed.feeRose).toBe(false);
    const { order: next } = await seller.call('/order/lock', { ...lock, version: '2' });
    expect(next.state).toBe('LOCKED');
  });

  it('is not asked where it costs less, nor is who sells', async () => {
    const { listing, seller, cardId } = await wanted();
    await setFee(5);
    const { order } = await seller.call('/order/lock', { ...on(listing), quantity: '100.00', cardId });
    expect(order.state).toBe('LOCKED');
    const sale = await sellerWithListing(server, { quantity: '100.00' });
    await setFee(40);
    const locked = await (
      await server.member()
    ).call('/order/lock', { ...on(sale.listing), quantity: '100.00' });
    expect(locked.order.state).toBe('LOCKED');
  });
});
