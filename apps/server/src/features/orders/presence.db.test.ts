import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, sellerWithListing } from '#testing/traders.ts';

/** Who is told when a member was here: whoever sees a listing of theirs, or has a live order with them. */

const server = await testServer();
const { owner } = server.database;

type Member = Awaited<ReturnType<typeof server.member>>;

const actedBefore = (member: Member, ago: string) =>
  sql`
    with device as (
      update member.device set last_seen_at = platform.app_now() - ${ago}::interval where member_id = ${member.id}
    )
    update member.session set active_at = platform.app_now() - ${ago}::interval
    where member_id = ${member.id} and ended_at is null`.execute(owner);
const signOut = (member: Member) =>
  sql`update member.session set ended_at = platform.app_now(), end_reason = 'signed-out'
      where member_id = ${member.id} and ended_at is null`.execute(owner);
const offerOf = async (viewer: Member, listingId: string) =>
  (await viewer.call('/listing/market', { coin: 'TWD' })).items.find((one) => one.listingId === listingId);
const ofOrder = async (member: Member, orderId: string) =>
  (await member.call('/order/presence', { orderId })).presence;

describe('an offer', () => {
  it.each([
    ['1 minute', 'online'],
    ['20 minutes', 'hour'],
    ['5 hours', 'day'],
    ['3 days', 'longer'],
  ])('of an owner who did something %s ago says "%s"', async (ago, presence) => {
    const { seller, listing } = await sellerWithListing(server);
    await actedBefore(seller, ago);
    expect((await offerOf(await server.member(), listing.id))?.owner.presence).toBe(presence);
  });

  it('goes by the device that was used last once the owner has signed out, who is not here then', async () => {
    const { seller, listing } = await sellerWithListing(server);
    await actedBefore(seller, '4 hours');
    await signOut(seller);
    const viewer = await server.member();
    expect((await offerOf(viewer, listing.id))?.owner.presence).toBe('day');
    const { seller: fresh, listing: other } = await sellerWithListing(server);
    await signOut(fresh);
    expect((await offerOf(viewer, other.id))?.owner.presence).toBe('hour');
  });

  it('of an owner who hides it says nothing, and always asks first, so that this tells nothing either', async () => {
    const { seller, listing } = await sellerWithListing(server);
    const viewer = await server.member();
    expect(await seller.call('/member/presence', {})).toEqual({ isShown: true });
    expect(await seller.call('/member/presence/set', { shown: '0' })).toEqual({ isShown: false });
    for (const ago of ['1 minute', '3 days']) {
      await actedBefore(seller, ago);
      expect(await offerOf(viewer, listing.id)).toMatchObject({ asksFirst: true, owner: { presence: null } });
    }
    await actedBefore(seller, '1 minute');
    const lock = { listingId: listing.id, version: '1', quantity: '3000.00' };
    const { order } = await viewer.call('/order/lock', lock);
    expect(order.state).toBe('ACCEPT_WAIT');
    expect(await ofOrder(viewer, order.orderId)).toBeNull();
    expect(await ofOrder(seller, order.orderId)).toBe('online');
    expect(await seller.call('/member/presence/set', { shown: '1' })).toEqual({ isShown: true });
    expect(await ofOrder(viewer, order.orderId)).toBe('online');
  });
});

describe('an order', () => {
  it('tells each side of the other one while it is live, and nobody else', async () => {
    const { seller, buyer, order } = await lockedOrder(server);
    await actedBefore(seller, '20 minutes');
    await actedBefore(buyer, '1 minute');
    expect(await ofOrder(buyer, order.orderId)).toBe('hour');
    expect(await ofOrder(seller, order.orderId)).toBe('online');
    const stranger = await server.member();
    expect(await stranger.refuse('/order/presence', { orderId: order.orderId })).toBe('ORDER_NOT_FOUND');
    await buyer.call('/order/cancel', {
      orderId: order.orderId,
      version: String(order.version),
      notPaid: '1',
      reason: 'changed-mind',
    });
    expect(await ofOrder(buyer, order.orderId)).toBeNull();
    expect(await ofOrder(seller, order.orderId)).toBeNull();
  });

  it('asking about presence is no act: nobody is here because an app looks', async () => {
    const { buyer, order } = await lockedOrder(server);
    await actedBefore(buyer, '20 minutes');
    await ofOrder(buyer, order.orderId);
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from platform.app_now() - active_at) / 60)::int as minutes
      from member.session where member_id = ${buyer.id} and ended_at is null`.execute(owner);
    expect(rows).toEqual([{ minutes: 20 }]);
  });
});
