import type { CallInput } from '@holdfast/contract/calls';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { replayFaults } from '#testing/replay.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, paidInput, sellerWithListing } from '#testing/traders.ts';
import { fireAllDue } from './fire-due.ts';

/** Orders that their owner is asked about first (T2.ask, T3, T4, T5, T5a): before acceptance nobody is shown where to pay. */

const server = await testServer();
const { db, owner } = server.database;

afterEach(() => server.database.setClock('0'));

type Member = Awaited<ReturnType<typeof server.member>>;

/** A listing of a seller who wants to be asked first, and an order on part of it. */
async function waiting({ quantity = '1000.00', listed = '3000.00' } = {}) {
  const { seller, listing } = await sellerWithListing(server, { quantity: listed });
  await sql`update orders.listing set ask_first = true where id = ${listing.id}`.execute(owner);
  const buyer = await server.member();
  const { order } = await buyer.call('/order/lock', { listingId: listing.id, version: '1', quantity });
  return { seller, listing, buyer, order };
}

const on = (order: { orderId: string; version: number }) => ({
  orderId: order.orderId,
  version: String(order.version),
});
const noticesOf = async (member: Member, type: string) =>
  (await member.call('/member/notification/list', {})).items.filter((row) => row.type === type);
const openTo = async (member: Member, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order.allowedActions
    .filter(({ open }) => open)
    .map(({ action }) => action);
const listingOf = async (seller: Member, id: string) =>
  (await seller.call('/listing/mine', { scope: 'live' })).items.find((one) => one.id === id);
async function pastAccept() {
  await server.database.setClock('4 minutes');
  await fireAllDue(db);
}

describe('an order of a listing whose owner asks first', () => {
  it('waits for the owner: the coin is in escrow, nobody sees where to pay, and only the owner is told', async () => {
    const { seller, buyer, order } = await waiting();
    expect(order).toMatchObject({ state: 'ACCEPT_WAIT', duty: 'owner', payTo: null });
    expect(Date.parse(order.deadlineDate ?? '') - Date.parse(order.lockedAt)).toBe(180_000);
    expect(await balanceOf(seller)).toMatchObject({ listed: '2000.00', inOrder: '1000.00' });
    const waitingOf = async (member: Member) =>
      (await member.call('/api/v1/members/orders-in-progress/{account}', {})).waiting;
    expect([await waitingOf(seller), await waitingOf(buyer)]).toEqual([1, 0]);
    expect(await openTo(seller, order.orderId)).toEqual(['accept', 'decline']);
    expect(await openTo(buyer, order.orderId)).toEqual(['cancel']);
    expect(await noticesOf(seller, 'orderWaitAck')).toMatchObject([
      { extra: { ackOf: 'lock', isOwner: true, deadlineDate: order.deadlineDate, amount: 1000 } },
    ]);
    expect(await noticesOf(buyer, 'orderWaitAck')).toEqual([]);
    expect(await buyer.refuse('/order/paid', paidInput(order))).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(order.timeline.map(({ event }) => event)).toEqual(['ask-lock']);
  });

  it('is accepted by the owner alone; the whole time to pay begins then, and the buyer sees where', async () => {
    const { seller, buyer, order } = await waiting();
    await server.database.setClock('2 minutes');
    expect(await buyer.refuse('/order/accept', on(order))).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await (await server.member()).refuse('/order/accept', on(order))).toBe('ORDER_NOT_FOUND');
    const accepted = (await seller.call('/order/accept', on(order))).order;
    expect(accepted).toMatchObject({ state: 'LOCKED', duty: 'payer', payTo: null });
    const minutes = (Date.parse(accepted.deadlineDate ?? '') - Date.parse(order.lockedAt)) / 60_000;
    expect(minutes).toBeGreaterThanOrEqual(17);
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order.payTo).toMatchObject({
      bank: { bankCode: '822' },
    });
    expect(await noticesOf(buyer, 'orderAckAllow')).toMatchObject([
      { extra: { ackOf: 'lock', deadlineDate: accepted.deadlineDate } },
    ]);
    expect(await noticesOf(seller, 'orderAckAllow')).toEqual([]);
    expect(await seller.refuse('/order/accept', on(order))).toBe('ORDER_STATE_CHANGED');
  });

  it('is declined with a reason: the coin goes back to the listing, which stays open, and the buyer is told who it was', async () => {
    const { seller, listing, buyer, order } = await waiting();
    const declined = await seller.call('/order/decline', { ...on(order), reason: 'not-available' });
    expect(declined.order).toMatchObject({ state: 'CANCELLED' });
    expect(await listingOf(seller, listing.id)).toMatchObject({ state: 'OPEN', remaining: '3000.00' });
    expect(await noticesOf(buyer, 'orderAckCancel')).toMatchObject([
      { extra: { ackOf: 'lock', stage: 'declined', cancelUserNick: seller.nick } },
    ]);
    const { rows } = await sql<{ fault: string; resolution: string; detail: { reason: string } }>`
      select o.fault, o.resolution, e.detail from orders.orders o join orders.event e on e.order_id = o.id
      where o.id = ${order.orderId} and e.event = 'decline'`.execute(owner);
    expect(rows).toMatchObject([
      { fault: 'payee', resolution: 'parties', detail: { reason: 'not-available' } },
    ]);
    const nothing = { ...on(order), reason: 'made-up' } as unknown as CallInput<'/order/decline'>;
    expect(await seller.refuse('/order/decline', nothing)).toBe('PARAMETERS_INVALID');
  });

  it('is withdrawn by the buyer without a fault, and the listing stays open', async () => {
    const { seller, listing, buyer, order } = await waiting({ quantity: '3000.00' });
    expect(await listingOf(seller, listing.id)).toMatchObject({ state: 'FILLED' });
    const end = { ...on(order), notPaid: '1', reason: 'changed-mind' } as const;
    expect((await buyer.call('/order/cancel', end)).order.state).toBe('CANCELLED');
    expect(await listingOf(seller, listing.id)).toMatchObject({ state: 'OPEN', remaining: '3000.00' });
    const { rows } = await sql`select fault from orders.orders where id = ${order.orderId}`.execute(owner);
    expect(rows).toEqual([{ fault: 'none' }]);
  });

  it('that nobody answers is cancelled without a fault, and the listing is paused, which its owner is told and shown', async () => {
    const { seller, listing, buyer, order } = await waiting({ quantity: '3000.00' });
    await pastAccept();
    expect((await buyer.call('/order/detail', { orderId: order.orderId })).order).toMatchObject({
      state: 'AUTO_CANCELLED',
      timeline: [{ event: 'ask-lock' }, { event: 'accept-time-ended' }],
    });
    expect(await listingOf(seller, listing.id)).toMatchObject({
      state: 'PAUSED',
      pausedBecause: 'missed-answer',
      remaining: '3000.00',
    });
    for (const member of [seller, buyer])
      expect(await noticesOf(member, 'orderAutoAckCancel')).toMatchObject([
        { extra: { ackOf: 'lock', listingPaused: true } },
      ]);
    const { rows } = await sql`
      select fault, resolution from orders.orders where id = ${order.orderId}`.execute(owner);
    expect(rows).toEqual([{ fault: null, resolution: 'timeout' }]);
    expect(await seller.refuse('/order/accept', on(order))).toBe('ORDER_STATE_CHANGED');
  });

  it('that nobody answers says nothing of a pause where the owner had closed the listing', async () => {
    const { seller, listing, order } = await waiting({ quantity: '3000.00' });
    const version = String((await listingOf(seller, listing.id))?.version);
    await seller.call('/listing/close', { listingId: listing.id, version });
    await pastAccept();
    expect((await seller.call('/order/detail', { orderId: order.orderId })).order.state).toBe(
      'AUTO_CANCELLED',
    );
    expect(await noticesOf(seller, 'orderAutoAckCancel')).toMatchObject([
      { extra: { listingPaused: false } },
    ]);
  });

  it('is accepted, declined, withdrawn or timed out once, whoever comes at the same moment', async () => {
    const { seller, buyer, order } = await waiting({ quantity: '3000.00' });
    await Promise.all([
      seller.send('/order/accept', on(order)),
      seller.send('/order/decline', { ...on(order), reason: 'other' }),
      buyer.send('/order/cancel', { ...on(order), notPaid: '1', reason: 'changed-mind' }),
    ]);
    const { rows } = await sql<{ events: number }>`
      select count(*)::int as events from orders.event where order_id = ${order.orderId} and version = 2`.execute(
      owner,
    );
    expect(rows).toEqual([{ events: 1 }]);
  });

  it('counts as an order in progress of its locker', async () => {
    const { buyer } = await waiting();
    const other = await sellerWithListing(server);
    const lock = { listingId: other.listing.id, version: '1', quantity: '100.00' };
    expect(await buyer.refuse('/order/lock', lock)).toBe('LOCK_CAP_REACHED');
  });
});

describe('an owner who is away', () => {
  const awaySince = (member: Member, minutes: number) =>
    sql`update member.session set active_at = platform.app_now() - make_interval(mins => ${minutes})
        where member_id = ${member.id} and ended_at is null`.execute(owner);

  it.each([
    ['seen a minute ago', 1, 'LOCKED', false],
    ['not seen for 3 minutes', 3, 'ACCEPT_WAIT', true],
  ] as const)('%s: a lock leads to %s', async (_, minutes, state, asksFirst) => {
    const { seller, listing } = await sellerWithListing(server);
    const buyer = await server.member();
    await awaySince(seller, minutes);
    const { items } = await buyer.call('/listing/market', { coin: 'TWD' });
    expect(items.find(({ listingId }) => listingId === listing.id)?.asksFirst).toBe(asksFirst);
    const lock = { listingId: listing.id, version: '1', quantity: '100.00' };
    expect((await buyer.call('/order/lock', lock)).order.state).toBe(state);
  });

  it('who has signed out is asked first', async () => {
    const { seller, listing } = await sellerWithListing(server);
    await sql`update member.session set ended_at = platform.app_now(), end_reason = 'signed-out'
              where member_id = ${seller.id} and ended_at is null`.execute(owner);
    const buyer = await server.member();
    const lock = { listingId: listing.id, version: '1', quantity: '100.00' };
    expect((await buyer.call('/order/lock', lock)).order.state).toBe('ACCEPT_WAIT');
  });
});

it('leaves events that give each of these orders again', async () => {
  expect(await replayFaults(db)).toEqual([]);
});
