import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder, paidInput } from '#testing/traders.ts';
import { fireAllDue } from './fire-due.ts';

/** A payee who stays silent: reminders, then both sides, then the operators. At every step the coin stays where it is. */

const server = await testServer();
const { database } = server;

afterEach(async () => {
  await database.setClock('0');
  await sql`update orders.timer set due_at = due_at + interval '1 year'`.execute(database.owner);
});

async function paidOrder() {
  const { seller, buyer, order, listing } = await lockedOrder(server, '100.00');
  await buyer.call('/order/paid', paidInput(order));
  return { seller, buyer, listing, orderId: order.orderId };
}

async function at(minutes: number): Promise<void> {
  await database.setClock(`${minutes} minutes`);
  await fireAllDue(database.db);
}

const orderOf = async (member: TestMember, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order;

async function noticesOf(member: TestMember, orderId: string) {
  const { items } = await member.call('/member/notification/list', {});
  return items
    .filter(({ extra }) => extra.orderId === orderId)
    .map(({ type, extra }) => [type, extra.stage ?? extra.ackOf].filter(Boolean).join(' '));
}

async function casesOf(orderId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select opened_by, event, previous_state, reason, outcome, closed_at is null as open,
      (first_answer_due_at = orders.due_in_service(opened_at, '30 minutes', '09:00', '21:00')) as answers_in_service, round(extract(epoch from ruling_due_at - opened_at) / 3600)::int as ruling
    from orders.case_file where order_id = ${orderId} order by id`.execute(database.owner);
  return rows;
}

describe('a payee who stays silent', () => {
  it('is reminded after 5 minutes and 3 minutes before the end, each time once, and the payer told to wait', async () => {
    const { seller, buyer, orderId } = await paidOrder();
    await at(4);
    expect(await noticesOf(seller, orderId)).toEqual(['orderLock', 'orderPaid']);
    await at(6);
    await at(7);
    expect(await noticesOf(seller, orderId)).toEqual(['orderLock', 'orderPaid', 'orderWaitAck payment']);
    await at(13);
    const waits = ['orderWaitAck payment', 'orderWaitAck payment'];
    expect(await noticesOf(seller, orderId)).toEqual(['orderLock', 'orderPaid', ...waits]);
    expect(await noticesOf(buyer, orderId)).toEqual(['orderLock', ...waits]);
    expect(await orderOf(seller, orderId)).toMatchObject({ state: 'PAID', duty: 'payee', version: 4 });
  });

  it('is not reminded of a time that has ended when nobody could remind in it', async () => {
    const { seller, orderId } = await paidOrder();
    await at(16);
    expect(await noticesOf(seller, orderId)).toEqual(['orderLock', 'orderPaid', 'orderStuck self']);
  });

  it('leads to both, then to the operators, each with a time, and pauses the open listing that it came from', async () => {
    const { seller, buyer, orderId } = await paidOrder();
    const before = await orderOf(buyer, orderId);
    await at(16);
    const stuck = await orderOf(buyer, orderId);
    expect(stuck).toMatchObject({ state: 'STUCK_SELF', duty: 'both', case: null });
    expect(Date.parse(stuck.deadlineDate ?? '')).toBeGreaterThan(Date.parse(before.deadlineDate ?? ''));
    await at(32);
    const inCase = await orderOf(seller, orderId);
    expect(inCase).toMatchObject({
      state: 'STUCK_CASE',
      duty: 'operator',
      case: { openedBy: 'system', reason: null },
    });
    expect(inCase.deadlineDate).toBe(inCase.case?.rulingDate);
    expect(await casesOf(orderId)).toEqual([
      {
        opened_by: 'system',
        event: 'self-time-ended',
        previous_state: 'STUCK_SELF',
        reason: null,
        outcome: null,
        open: true,
        answers_in_service: true,
        ruling: 24,
      },
    ]);
    for (const member of [seller, buyer])
      expect((await noticesOf(member, orderId)).slice(-2)).toEqual(['orderStuck self', 'orderStuck case']);
    expect(await balanceOf(seller)).toMatchObject({ inOrder: '100.00', available: '0.00' });
    expect(await balanceOf(buyer)).toMatchObject({ available: '0.00' });
  });

  it('may release at any time, which closes the case', async () => {
    const { seller, buyer, orderId } = await paidOrder();
    await at(16);
    await at(32);
    const { version } = await orderOf(seller, orderId);
    const { order } = await seller.call('/order/release', { orderId, version: String(version) });
    expect(order).toMatchObject({ state: 'FINISHED', case: null });
    expect(await casesOf(orderId)).toMatchObject([{ outcome: 'release', open: false }]);
    expect(Number((await balanceOf(buyer))?.onHold)).toBeGreaterThan(0);
  });

  it('meets no refusal because a reminder came between what was seen and what is done', async () => {
    const { seller, orderId } = await paidOrder();
    const { version } = await orderOf(seller, orderId);
    await at(6);
    const { order } = await seller.call('/order/release', { orderId, version: String(version) });
    expect(order).toMatchObject({ state: 'FINISHED', version: version + 2 });
  });
});

describe('an appeal', () => {
  it('is possible 5 minutes after paid, and says since when it will be', async () => {
    const { seller, buyer, orderId } = await paidOrder();
    const appeal = { orderId, version: '2', reason: 'not-released' } as const;
    const seen = (await orderOf(buyer, orderId)).allowedActions.find(({ action }) => action === 'appeal');
    expect(seen).toMatchObject({ open: false, reason: 'not-yet' });
    const early = await buyer.send('/order/appeal', appeal);
    expect(early).toMatchObject({ outcome: 'ORDER_ACTION_NOT_YET', data: { until: seen?.opensAt } });
    await at(6);
    const { order } = await buyer.call('/order/appeal', { ...appeal, text: '  銀行 App 顯示已入帳。 ' });
    expect(order).toMatchObject({
      state: 'STUCK_CASE',
      duty: 'operator',
      case: { openedBy: 'you', reason: 'not-released' },
    });
    expect((await orderOf(seller, orderId)).case).toMatchObject({ openedBy: 'counterparty' });
    expect(await casesOf(orderId)).toMatchObject([
      { opened_by: 'payer', previous_state: 'PAID', event: 'appeal' },
    ]);
    const { rows } = await sql<{ detail: object; sealed: Buffer }>`
      select detail, (select text_sealed from orders.case_file where order_id = e.order_id) as sealed
      from orders.event e where order_id = ${orderId} order by version desc limit 1`.execute(database.owner);
    expect(rows[0]?.detail).toMatchObject({
      reason: 'not-released',
      caseId: order.case?.caseId,
    });
    expect(JSON.stringify(rows[0]?.detail)).not.toContain('銀行');
    expect(rows[0]?.sealed.toString('utf8')).not.toContain('銀行');
    const { items } = await seller.call('/member/notification/list', {});
    expect(items.at(-1)?.extra).toMatchObject({ stage: 'case', caseId: order.case?.caseId });
  });

  it.each([
    ['a reason of the other side', { reason: 'nothing-came' }, 'APPEAL_INVALID'],
    ['another reason without words', { reason: 'other', text: '   ' }, 'APPEAL_INVALID'],
  ] as const)('with %s is refused', async (_, input, refusal) => {
    const { buyer, orderId } = await paidOrder();
    await at(6);
    const reply = await buyer.send('/order/appeal', { orderId, version: '3', ...input });
    expect(reply.outcome).toBe(refusal);
    expect(await casesOf(orderId)).toEqual([]);
  });

  it('before anything was paid, of a stranger, and a second one are refused', async () => {
    const { buyer, order } = await lockedOrder(server, '100.00');
    const early = { orderId: order.orderId, version: '1', reason: 'cannot-reach' } as const;
    expect(await buyer.refuse('/order/appeal', early)).toBe('ORDER_ACTION_NOT_ALLOWED');
    const paid = await paidOrder();
    const appeal = { orderId: paid.orderId, version: '3', reason: 'cannot-reach' } as const;
    await at(6);
    const stranger = await server.member();
    expect(await stranger.refuse('/order/appeal', appeal)).toBe('ORDER_NOT_FOUND');
    await paid.buyer.call('/order/appeal', appeal);
    const again = { ...appeal, version: '4' };
    expect(await paid.buyer.refuse('/order/appeal', again)).toBe('ORDER_ACTION_NOT_ALLOWED');
  });

  it('of both at once opens one case, and who came second gets the order as it is now', async () => {
    const { seller, buyer, orderId } = await paidOrder();
    await at(6);
    const replies = await Promise.all([
      buyer.send('/order/appeal', { orderId, version: '3', reason: 'not-released' }),
      seller.send('/order/appeal', { orderId, version: '3', reason: 'nothing-came' }),
    ]);
    expect(replies.map(({ outcome }) => outcome).toSorted()).toEqual(['ORDER_STATE_CHANGED', 'SUCCESS']);
    expect(replies.find(({ outcome }) => outcome !== 'SUCCESS')?.data).toMatchObject({
      order: { state: 'STUCK_CASE', version: 4 },
    });
    expect(await casesOf(orderId)).toHaveLength(1);
  });
});

it('has left books that balance, and events that give every order again', async () => {
  expect(await reconcile(database.db)).toEqual([]);
  await sql`update orders.timer set due_at = due_at - interval '1 year'`.execute(database.owner);
  expect((await replayFaults(database.owner)).filter((fault) => !fault.startsWith('clocks'))).toEqual([]);
});
