import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { toOrderId } from '@holdfast/kernel';
import { inTransaction } from '#platform/db/db.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';
import { fireDue } from './fire-due.ts';
import { cancelsToday } from './read-restrictions.ts';

const server = await testServer();
const { database } = server;
const { db, owner } = database;

const DAY_MINUTES = 24 * 60;
const now = new Date();
/**
 * Minutes from now to the next noon in Taipei, where it is four in UTC. Cancels are counted by day: a test that lets an hour pass begins at noon, never right
 * before midnight.
 */
const toNoon = (4 * 60 - now.getUTCHours() * 60 - now.getUTCMinutes() + DAY_MINUTES) % DAY_MINUTES;
const setMinutes = (afterNoon: number) => database.setClock(`${toNoon + afterNoon} minutes`);

beforeEach(() => setMinutes(0));

/** What a member has used of today, as the day of the database knows it. */
async function setDay(member: TestMember, { ownFault = 0, afterPaid = 0, finished = 0 }) {
  await sql`
    insert into orders.cancel_day (member_id, day, own_fault, after_paid)
    values (${member.id}, (platform.app_now() at time zone 'Asia/Taipei')::date, ${ownFault}, ${afterPaid})
    on conflict (member_id, day) do update set own_fault = excluded.own_fault, after_paid = excluded.after_paid`.execute(
    owner,
  );
  await sql`
    insert into orders.trader (member_id, finished, ended, locks_max) values (${member.id}, ${finished}, ${finished}, 9)
    on conflict (member_id) do update set finished = excluded.finished, ended = excluded.ended, locks_max = 9`.execute(
    owner,
  );
}
const cancelsOf = async (member: TestMember) => (await member.call('/member/restrictions', {})).cancels;

/** An order that this buyer has locked. */
async function lockBy(buyer: TestMember): Promise<string> {
  const { listing } = await sellerWithListing(server, { quantity: '500.00' });
  const { order } = await buyer.call('/order/lock', {
    listingId: listing.id,
    version: '1',
    quantity: '500.00',
  });
  return order.orderId;
}
const cancel = (orderId: string) =>
  ({ orderId, version: '1', notPaid: '1', reason: 'changed-mind' }) as const;

describe('the cancels of a day', () => {
  it('are three, and the refusal of the next begins with the words that were asked for and says until when', async () => {
    const buyer = await server.member();
    await setDay(buyer, { ownFault: 2, finished: 3 });
    await buyer.call('/order/cancel', cancel(await lockBy(buyer)));
    expect(await cancelsOf(buyer)).toMatchObject({ used: 3, max: 3 });
    const orderId = await lockBy(buyer);
    const reply = await buyer.send('/order/cancel', cancel(orderId));
    expect(reply).toMatchObject({
      outcome: 'CANCEL_LIMIT',
      errorMessage: '當日取消訂單超過限制（3/3），可於 00:00 後再操作',
    });
    const closed = { action: 'cancel', open: false, reason: 'limit-reached' };
    const listed = await buyer.call('/api/v1/members/orders-in-progress/{account}', {});
    expect(listed.items[0]?.allowedActions).toContainEqual(expect.objectContaining(closed));
    const seen = (await buyer.call('/order/detail', { orderId })).order;
    expect(seen.allowedActions).toContainEqual(expect.objectContaining(closed));
    expect(seen).toMatchObject({
      state: 'LOCKED',
      version: 1,
    });
    expect(await cancelsOf(buyer)).toMatchObject({ used: 3, blockedUntil: null });
    expect((await buyer.call('/member/restrictions', {})).restrictions.map(({ act }) => act)).toEqual([
      'cancel',
      'cancel-after-paid',
    ]);
  });

  it('are five for a newcomer', async () => {
    const buyer = await server.member();
    await setDay(buyer, { ownFault: 4 });
    await buyer.call('/order/cancel', cancel(await lockBy(buyer)));
    expect(await buyer.refuse('/order/cancel', cancel(await lockBy(buyer)))).toBe('CANCEL_LIMIT');
  });

  it('are exact when the last of them is used twice at once', async () => {
    const buyer = await server.member();
    await setDay(buyer, { ownFault: 2, finished: 3 });
    const orders = [await lockBy(buyer), await lockBy(buyer), await lockBy(buyer)];
    const replies = await Promise.all(orders.map((orderId) => buyer.send('/order/cancel', cancel(orderId))));
    expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual([
      'CANCEL_LIMIT',
      'CANCEL_LIMIT',
      'SUCCESS',
    ]);
    expect(await cancelsOf(buyer)).toMatchObject({ used: 3 });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('begin anew at 00:00 in Taipei', async () => {
    const buyer = await server.member();
    await setDay(buyer, { ownFault: 3, finished: 3 });
    const { resetsAt } = await cancelsOf(buyer);
    const orderId = await lockBy(buyer);
    expect(await buyer.refuse('/order/cancel', cancel(orderId))).toBe('CANCEL_LIMIT');
    expect(new Date(resetsAt).toISOString()).toMatch(/T16:00:00\.000Z$/);
    const { rows } = await sql<{
      ahead: string;
    }>`select (${resetsAt}::timestamptz - now())::text as ahead`.execute(owner);
    await database.setClock(rows[0]?.ahead ?? '0');
    const day = await inTransaction(db, (tx) => cancelsToday(tx, buyer.id));
    expect(day).toMatchObject({ used: 0 });
  });

  it('do not count for the payer whom the payee has asked, nor for the payee before that is agreed', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '500.00');
    const { orderId } = order;
    await seller.call('/order/request-cancel', { orderId, version: '1', reason: 'other' });
    expect(await cancelsOf(seller)).toMatchObject({ used: 0 });
    await buyer.call('/order/allow-cancel', { orderId, version: '2', nothingMoved: '1' });
    expect(await cancelsOf(seller)).toMatchObject({ used: 1, afterPaidUsed: 0 });
    expect(await cancelsOf(buyer)).toMatchObject({ used: 0 });
  });
});

describe('a payer who asks to cancel after paying', () => {
  async function paid() {
    const traders = await lockedOrder(server, '500.00');
    await traders.buyer.call('/order/paid', paidInput({ orderId: traders.order.orderId, version: 1 }));
    return { ...traders, orderId: traders.order.orderId };
  }
  const ask = (orderId: string, version = '2') =>
    ({ orderId, version, reason: 'not-paid-after-all' }) as const;

  it('uses one of the day at once, and has it back when the payee refuses', async () => {
    const { seller, buyer, orderId } = await paid();
    await setDay(buyer, { finished: 3 });
    await buyer.call('/order/request-cancel-after-paid', ask(orderId));
    expect(await cancelsOf(buyer)).toMatchObject({ used: 1, afterPaidUsed: 1, afterPaidMax: 1 });
    const denied = await seller.call('/order/deny-cancel', {
      orderId,
      version: '3',
      reason: 'other',
      text: '還在等銀行回覆',
    });
    expect(denied.order).toMatchObject({ state: 'STUCK_CASE', cancelRequest: null });
    expect(await cancelsOf(buyer)).toMatchObject({ used: 0, afterPaidUsed: 0 });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('is refused when the only one of the day is in use', async () => {
    const { buyer, orderId } = await paid();
    await setDay(buyer, { ownFault: 1, afterPaid: 1, finished: 3 });
    const reply = await buyer.send('/order/request-cancel-after-paid', ask(orderId));
    expect(reply).toMatchObject({
      outcome: 'CANCEL_LIMIT',
      errorMessage: '當日取消訂單超過限制（1/1），可於 00:00 後再操作',
    });
  });

  it('has the order cancelled by silence, and counted once', async () => {
    const { seller, buyer, orderId } = await paid();
    await buyer.call('/order/request-cancel-after-paid', ask(orderId));
    await setMinutes(11);
    await fireDue(db, toOrderId(orderId));
    expect((await buyer.call('/order/detail', { orderId })).order.state).toBe('CANCELLED');
    const { items } = await seller.call('/member/notification/list', {});
    expect(items.at(-1)).toMatchObject({ type: 'orderAutoAckCancel', extra: { ackOf: 'cancel' } });
    expect(await cancelsOf(buyer)).toMatchObject({ used: 1, afterPaidUsed: 1 });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('pauses the clock of the payee, who finds it standing still', async () => {
    const { buyer, orderId } = await paid();
    await buyer.call('/order/request-cancel-after-paid', ask(orderId));
    const { rows } = await sql<{ name: string; left: number }>`
      select name, round(extract(epoch from paused_left) / 60)::int as left from orders.timer
      where order_id = ${orderId} and paused_left is not null order by name`.execute(owner);
    expect(rows.find(({ name }) => name === 'ack')).toMatchObject({ left: 15 });
  });

  it('is cancelled with nobody to blame when the payee asks too', async () => {
    const { seller, buyer, orderId } = await paid();
    await buyer.call('/order/request-cancel-after-paid', ask(orderId));
    const { order } = await seller.call('/order/request-cancel', {
      orderId,
      version: '3',
      reason: 'not-received',
    });
    expect(order.state).toBe('CANCELLED');
    expect(await cancelsOf(buyer)).toMatchObject({ used: 0, afterPaidUsed: 0 });
    expect(await cancelsOf(seller)).toMatchObject({ used: 0 });
  });
});

describe('the silence of a payer whom the payee asks after the payment', () => {
  it('never gives the coin back: the order gets stuck', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '500.00');
    const { orderId } = order;
    await buyer.call('/order/paid', paidInput({ orderId, version: 1 }));
    const asked = await seller.call('/order/request-cancel', {
      orderId,
      version: '2',
      reason: 'not-received',
    });
    expect(asked.order.cancelRequest).toMatchObject({ by: 'you', onSilence: 'gets stuck' });
    await setMinutes(11);
    await fireDue(db, toOrderId(orderId));
    expect((await buyer.call('/order/detail', { orderId })).order).toMatchObject({
      state: 'STUCK_SELF',
      cancelRequest: null,
    });
  });

  it('is not broken by an agreement without the transaction secret', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '500.00');
    const { orderId } = order;
    await buyer.call('/order/paid', paidInput({ orderId, version: 1 }));
    await seller.call('/order/request-cancel', { orderId, version: '2', reason: 'not-received' });
    const own = { orderId, version: '3' } as const;
    expect(await buyer.refuse('/order/allow-cancel', { ...own, nothingMoved: '1' })).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
    expect(await buyer.refuse('/order/request-cancel', { ...own, reason: 'other' })).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
    const { order: cancelled } = await buyer.call('/order/allow-cancel-after-paid', {
      ...own,
      nothingMoved: '1',
    });
    expect(cancelled.state).toBe('CANCELLED');
    expect(await cancelsOf(buyer)).toMatchObject({ used: 1, afterPaidUsed: 1 });
  });
});

describe('who lets more orders run out than the day allows', () => {
  it('places no orders for a while, longer each time, and is told why', async () => {
    const buyer = await server.member();
    await setDay(buyer, { ownFault: 3, finished: 3 });
    const orderId = await lockBy(buyer);
    await setMinutes(16);
    await fireDue(db, toOrderId(orderId));
    await setMinutes(27);
    await fireDue(db, toOrderId(orderId));
    const { cancels, restrictions, serverTime } = await buyer.call('/member/restrictions', {});
    expect(restrictions).toContainEqual(
      expect.objectContaining({ act: 'lock', reason: 'cancels-exceeded', until: cancels.blockedUntil }),
    );
    const minutes = (Date.parse(cancels.blockedUntil ?? '') - Date.parse(serverTime)) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    const { listing } = await sellerWithListing(server, { quantity: '500.00' });
    const lock = { listingId: listing.id, version: '1', quantity: '500.00' };
    const reply = await buyer.send('/order/lock', lock);
    expect(reply.outcome).toBe('CANCEL_LIMIT');
    expect(reply.errorMessage).toMatch(/^當日取消訂單超過限制（3\/3），可於 \d\d:\d\d 後再操作$/);
    await setMinutes(43);
    expect((await buyer.send('/order/lock', lock)).outcome).toBe('SUCCESS');
  });
});

describe('an operator', () => {
  const clear = async (role: 'resolver' | 'support', account: string) => {
    const operator = await server.operator(role);
    const input = { account, reason: 'the seller had closed the account' };
    return (await operator.send('/api/clear-cancel-record', input)).outcome;
  };

  it('who resolves orders gives the cancels of today back, with a reason that is logged, and ends the wait', async () => {
    const buyer = await server.member();
    await setDay(buyer, { ownFault: 4, finished: 3 });
    await sql`update orders.cancel_day set blocks = 1, blocked_until = platform.app_now() + interval '15 minutes'
      where member_id = ${buyer.id}`.execute(owner);
    const { listing } = await sellerWithListing(server, { quantity: '500.00' });
    const lock = { listingId: listing.id, version: '1', quantity: '500.00' };
    expect(await buyer.refuse('/order/lock', lock)).toBe('CANCEL_LIMIT');
    expect(await clear('resolver', buyer.account)).toBe('SUCCESS');
    expect(await cancelsOf(buyer)).toMatchObject({ used: 0, blockedUntil: null });
    const { order } = await buyer.call('/order/lock', lock);
    await buyer.call('/order/cancel', cancel(order.orderId));
    const { rows } = await sql<{ detail: Record<string, string> }>`
      select detail from platform.audit
      where action = 'member-cancels-cleared' and subject = ${`member:${buyer.account}`}`.execute(owner);
    expect(rows).toMatchObject([{ detail: { reason: 'the seller had closed the account' } }]);
  });

  it('finds nothing to clear, may not clear for another role, and no member clears the own ones', async () => {
    const buyer = await server.member();
    expect(await clear('resolver', buyer.account)).toBe('NOTHING_CHANGES');
    expect(await clear('resolver', 'nobody1')).toBe('MEMBER_NOT_FOUND');
    expect(await clear('support', buyer.account)).toBe('ROLE_NOT_ALLOWED');
  });
});
