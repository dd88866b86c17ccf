import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder, paidInput, sellerWithListing } from '#testing/traders.ts';
import { fireAllDue } from './fire-due.ts';

/** What can still be said about an order that has ended: nothing moves by it, and operators read it. */

const server = await testServer();
const { database } = server;

afterEach(() => database.setClock('0'));

const HOURS_71 = 71 * 60;

/** Only the database's time passes for the state: a session would end with it. */
async function endedAgo(orderId: string, minutes: number): Promise<void> {
  await sql`update orders.orders set ended_at = ended_at - make_interval(mins => ${minutes}) where id = ${orderId}`.execute(
    database.owner,
  );
}

async function finishedOrder() {
  const { seller, buyer, order } = await lockedOrder(server, '100.00');
  const { orderId } = order;
  await buyer.call('/order/paid', paidInput(order));
  await seller.call('/order/release', { orderId, version: '2' });
  return { seller, buyer, orderId };
}

async function expiredOrder() {
  const { seller, buyer, order } = await lockedOrder(server, '100.00');
  await database.setClock('16 minutes');
  await fireAllDue(database.db);
  await database.setClock('27 minutes');
  await fireAllDue(database.db);
  await database.setClock('0');
  return { seller, buyer, orderId: order.orderId };
}

const orderOf = async (member: TestMember, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order;

const casesOf = async (orderId: string) =>
  (
    await sql`select opened_by, event, previous_state, text_sealed is not null as said from orders.case_file where order_id = ${orderId}`.execute(
      database.owner,
    )
  ).rows;

describe('an appeal after the end', () => {
  const appeal = { reason: 'payment-taken-back', text: '款項被銀行收回' } as const;

  it('opens a case beside the order, which stays as it is, and both are told', async () => {
    const { seller, buyer, orderId } = await finishedOrder();
    const before = await balanceOf(buyer);
    const { order } = await seller.call('/order/appeal', { orderId, version: '3', ...appeal });
    expect(order).toMatchObject({ state: 'FINISHED', duty: null, case: { openedBy: 'you' } });
    expect(await casesOf(orderId)).toEqual([
      { opened_by: 'payee', event: 'appeal', previous_state: 'FINISHED', said: true },
    ]);
    expect(await balanceOf(buyer)).toEqual(before);
    for (const member of [seller, buyer]) {
      const { items } = await member.call('/member/notification/list', {});
      expect(items.at(-1)).toMatchObject({
        type: 'orderStuck',
        extra: { stage: 'case', ended: true, deadlineDate: order.case?.rulingDate },
      });
    }
    const seen = await orderOf(buyer, orderId);
    expect(seen.case).toMatchObject({ openedBy: 'counterparty' });
    expect(seen.allowedActions).toMatchObject([{ action: 'appeal', open: false, reason: 'in-case' }]);
    const again = { orderId, version: '4', reason: 'threatened', text: '一直打電話' } as const;
    expect(await buyer.refuse('/order/appeal', again)).toBe('ORDER_ACTION_NOT_ALLOWED');
  });

  it('needs words, and 72 hours at most', async () => {
    const { seller, orderId } = await finishedOrder();
    const reply = await seller.send('/order/appeal', {
      orderId,
      version: '3',
      reason: 'released-by-mistake',
    });
    expect(reply).toMatchObject({ outcome: 'APPEAL_INVALID', data: { fields: ['text'] } });
    await endedAgo(orderId, 73 * 60);
    const late = { orderId, version: '3', ...appeal };
    expect(await seller.refuse('/order/appeal', late)).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await casesOf(orderId)).toEqual([]);
  });
});

describe('a payer who had paid an order that was cancelled', () => {
  const text = '13:58 從台新銀行轉了 100 元';

  it('sees for 72 hours whom it was paid to, which leaves its trace; the payee does not', async () => {
    const { seller, buyer, orderId } = await expiredOrder();
    const views = async () =>
      (
        await sql<{ count: number }>`select count(*)::int as count from platform.audit
          where action = 'payment-details-viewed' and subject = ${`order:${orderId}`}`.execute(database.owner)
      ).rows[0]?.count ?? 0;
    const before = await views();
    expect((await orderOf(buyer, orderId)).payTo?.bank).toMatchObject({ bankCode: '822' });
    expect(await views()).toBe(before + 1);
    expect((await orderOf(seller, orderId)).payTo).toBeNull();
    const claimed = await buyer.call('/order/late-claim', { orderId, version: '3', text });
    expect(claimed.order.payTo).not.toBeNull();
    await endedAgo(orderId, 73 * 60);
    expect((await orderOf(buyer, orderId)).payTo).toBeNull();
  });

  it('sees no account of an order that its owner never took', async () => {
    const { listing } = await sellerWithListing(server, { quantity: '3000.00' });
    await sql`update orders.listing set ask_first = true where id = ${listing.id}`.execute(database.owner);
    const buyer = await server.member();
    const lock = { listingId: listing.id, version: '1', quantity: '1000.00' };
    const { orderId } = (await buyer.call('/order/lock', lock)).order;
    const end = { orderId, version: '1', notPaid: '1', reason: 'changed-mind' } as const;
    expect((await buyer.call('/order/cancel', end)).order).toMatchObject({ state: 'CANCELLED', payTo: null });
    expect((await orderOf(buyer, orderId)).payTo).toBeNull();
  });

  it('says so once within 72 hours: operators get a case, both sides are told until when, and no coin moves', async () => {
    const { seller, buyer, orderId } = await expiredOrder();
    const before = await balanceOf(seller);
    const { order } = await buyer.call('/order/late-claim', { orderId, version: '3', text });
    expect(order).toMatchObject({ state: 'AUTO_CANCELLED', case: { openedBy: 'you', reason: null } });
    expect(await casesOf(orderId)).toEqual([
      { opened_by: 'payer', event: 'late-claim', previous_state: 'AUTO_CANCELLED', said: true },
    ]);
    expect(await balanceOf(seller)).toEqual(before);
    for (const [member, title, own] of [
      [seller, '買家說已經付款，客服會查證', undefined],
      [buyer, '您的補報付款已送出，客服會查證', true],
    ] as const) {
      const told = (await member.call('/member/notification/list', {})).items.at(-1);
      expect(told).toMatchObject({ type: 'orderStuck', title });
      expect(told?.extra).toMatchObject({
        stage: 'case',
        ended: true,
        claimed: true,
        deadlineDate: order.case?.rulingDate,
      });
      expect(told?.extra['own']).toBe(own);
    }
    const again = { orderId, version: '4', text };
    expect(await buyer.refuse('/order/late-claim', again)).toBe('ORDER_ACTION_NOT_ALLOWED');
  });

  it('is refused with no words, too late, and to the other side', async () => {
    const { seller, buyer, orderId } = await expiredOrder();
    const claim = { orderId, version: '3', text };
    expect(await buyer.refuse('/order/late-claim', { ...claim, text: '  ' })).toBe('LATE_CLAIM_EMPTY');
    expect(await seller.refuse('/order/late-claim', claim)).toBe('ORDER_ACTION_NOT_ALLOWED');
    await endedAgo(orderId, HOURS_71);
    expect((await orderOf(buyer, orderId)).allowedActions).toMatchObject([
      { action: 'late-claim', open: true },
    ]);
    await endedAgo(orderId, 120);
    expect(await buyer.refuse('/order/late-claim', claim)).toBe('ORDER_ACTION_NOT_ALLOWED');
  });
});

describe('the report that an end was seen', () => {
  it('stands from the first time on, each side for itself', async () => {
    const { seller, buyer, orderId } = await finishedOrder();
    const first = await buyer.call('/report/order/finish', { orderId });
    expect(await buyer.call('/report/order/finish', { orderId })).toEqual(first);
    expect((await orderOf(buyer, orderId)).isEndSeen).toBe(true);
    expect((await orderOf(seller, orderId)).isEndSeen).toBe(false);
  });

  it('is refused while the order runs, and to a stranger', async () => {
    const { buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    expect(await buyer.refuse('/report/order/finish', { orderId })).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await (await server.member()).refuse('/report/order/finish', { orderId })).toBe('ORDER_NOT_FOUND');
  });
});

it('leaves books that balance', async () => {
  expect(await reconcile(database.db)).toEqual([]);
  const faults = await replayFaults(database.owner);
  expect(faults.filter((fault) => !/^(row|actions) /.test(fault))).toEqual([]); // ends were moved by hand above
});
