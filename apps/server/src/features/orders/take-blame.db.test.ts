import { defined, toOrderId, type OperatorId } from '@holdfast/kernel';
import { settingsAt } from '@holdfast/contract/settings';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder } from '#testing/traders.ts';
import { ruleOnOrder, selectRuled } from './rule-on-order.ts';

/** A cancel whose reason blames the other side counts for who gives it, until the other side says that it is so (T12.blame). */

const server = await testServer();
const { db, owner } = server.database;

type Reason = 'seller-asked' | 'changed-mind';

async function cancelled(reason: Reason = 'seller-asked') {
  const traded = await lockedOrder(server, '200.00');
  const { orderId } = traded.order;
  await traded.buyer.call('/order/cancel', { orderId, version: '1', notPaid: '1', reason });
  return { ...traded, orderId };
}
const usedBy = async (member: TestMember) => (await member.call('/member/restrictions', {})).cancels.used;
const endedOf = async (member: TestMember) => {
  const { rows } = await sql<{ ended: number }>`
    select ended from orders.trader where member_id = ${member.id}`.execute(owner);
  return rows[0]?.ended ?? 0;
};
const take = (orderId: string, version = '2') => ({ orderId, version });
const mayTake = async (member: TestMember, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order.allowedActions.some(
    ({ action, open }) => action === 'take-blame' && open,
  );

describe('a cancel that blames the seller', () => {
  it('counts for the buyer until the seller says that it is so, and then for the seller: caps, completion, row and replay', async () => {
    const { buyer, seller, orderId } = await cancelled();
    expect([await usedBy(buyer), await usedBy(seller)]).toEqual([1, 0]);
    expect([await endedOf(buyer), await endedOf(seller)]).toEqual([1, 0]);
    expect([await mayTake(buyer, orderId), await mayTake(seller, orderId)]).toEqual([false, true]);

    const { order } = await seller.call('/order/take-blame', take(orderId));
    expect(order).toMatchObject({ state: 'CANCELLED', version: 3 });
    expect([await usedBy(buyer), await usedBy(seller)]).toEqual([0, 1]);
    expect([await endedOf(buyer), await endedOf(seller)]).toEqual([0, 1]);
    const { rows } = await sql`
      select fault, counts_against, resolution, cancel_reason from orders.orders where id = ${orderId}`.execute(
      owner,
    );
    expect(rows).toEqual([
      { fault: 'payee', counts_against: 'payee', resolution: 'parties', cancel_reason: 'seller-asked' },
    ]);
    expect(await mayTake(seller, orderId)).toBe(false);
    expect(await seller.refuse('/order/take-blame', take(orderId, '3'))).toBe('ORDER_ACTION_NOT_ALLOWED');
    const { items } = await buyer.call('/order/thread', { orderId });
    expect(items.map(({ event }) => event)).toContain('blame-taken');
    const notices = (await buyer.call('/member/notification/list', {})).items;
    expect(notices.at(-1)).toMatchObject({
      type: 'orderAnswer',
      title: '對方承認取消的責任',
      extra: { stage: 'blame-taken', orderId },
    });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('is taken once, however often it is said at once', async () => {
    const { buyer, seller, orderId } = await cancelled();
    const replies = await Promise.all([1, 2, 3].map(() => seller.send('/order/take-blame', take(orderId))));
    expect(replies.filter(({ outcome }) => outcome === 'SUCCESS')).toHaveLength(1);
    expect([await usedBy(buyer), await usedBy(seller)]).toEqual([0, 1]);
    expect([await endedOf(buyer), await endedOf(seller)]).toEqual([0, 1]);
  });

  it('that was taken is given back to who took it when the order is put into escrow again', async () => {
    const { buyer, seller, orderId } = await cancelled();
    await seller.call('/order/take-blame', take(orderId));
    await server.issueTo(seller, 'TWD', '200.00');
    await buyer.call('/order/late-claim', { orderId, version: '3', text: '13:58 從台新銀行轉的' });
    await inTransaction(db, async (tx) => {
      const ruled = defined(
        await selectRuled(tx, { orderId: toOrderId(orderId), version: 4 }, { locks: true }),
        'the order',
      );
      const rulers = { ruledBy: '1' as OperatorId, approvedBy: null };
      const ruling = {
        orderId: toOrderId(orderId),
        version: 4,
        ruling: 'relock',
        reason: 'late-payment-proven',
        text: 'the bank has shown it',
        fault: 'none',
        evidence: [],
        payerPart: null,
      } as const;
      expect(await ruleOnOrder(tx, ruled, { ruling, settings: settingsAt([], new Date(0)), rulers })).toBe(
        true,
      );
    });
    expect([await usedBy(buyer), await usedBy(seller)]).toEqual([0, 0]);
    expect([await endedOf(buyer), await endedOf(seller)]).toEqual([0, 0]);
    expect(await replayFaults(owner)).toEqual([]);
  });
});

it('a cancel that blames nobody else cannot be taken, nor by a stranger, nor after three days', async () => {
  const own = await cancelled('changed-mind');
  expect(await own.seller.refuse('/order/take-blame', take(own.orderId))).toBe('ORDER_ACTION_NOT_ALLOWED');
  const blamed = await cancelled();
  const stranger = await server.member();
  expect(await stranger.refuse('/order/take-blame', take(blamed.orderId))).toBe('ORDER_NOT_FOUND');
  expect(await blamed.buyer.refuse('/order/take-blame', take(blamed.orderId))).toBe(
    'ORDER_ACTION_NOT_ALLOWED',
  );
  await sql`update orders.orders set ended_at = ended_at - interval '73 hours' where id = ${blamed.orderId}`.execute(
    owner,
  );
  expect(await blamed.seller.refuse('/order/take-blame', take(blamed.orderId))).toBe(
    'ORDER_ACTION_NOT_ALLOWED',
  );
});
