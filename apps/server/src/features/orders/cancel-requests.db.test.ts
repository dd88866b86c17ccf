import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { toOrderId } from '@holdfast/kernel';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder, paidInput } from '#testing/traders.ts';
import { fireDue } from './fire-due.ts';

const server = await testServer();
const { database } = server;
const { owner } = database;

afterEach(() => database.setClock('0'));

/** An order that waits for its payment, whose payee has asked to cancel it. */
async function asked(after = '0') {
  const traders = await lockedOrder(server, '1000.00');
  await database.setClock(after);
  const { orderId } = traders.order;
  const { order } = await traders.seller.call('/order/request-cancel', {
    orderId,
    version: '1',
    reason: 'account-problem',
  });
  return { ...traders, orderId, order };
}

/** The clocks that run. */
async function clocksOf(orderId: string) {
  const { rows } = await sql<{ name: string }>`
    select name from orders.timer where order_id = ${orderId} and due_at is not null order by name`.execute(
    owner,
  );
  return rows.map(({ name }) => name);
}

const newestNotice = async (member: TestMember) =>
  (await member.call('/member/notification/list', {})).items.at(-1);

async function faultOf(orderId: string) {
  const { rows } = await sql`
    select fault, resolution, cancel_reason as reason from orders.orders where id = ${orderId}`.execute(
    owner,
  );
  return rows[0];
}

describe('the request of a payee before anything is paid', () => {
  it('lies over the order, is the payer’s to answer, and lets the time to pay go on', async () => {
    const { seller, buyer, orderId, order } = await asked();
    expect(order).toMatchObject({
      state: 'LOCKED',
      duty: 'payer',
      version: 2,
      cancelRequest: { by: 'you', reason: 'account-problem', onSilence: 'lapses' },
    });
    const seen = (await buyer.call('/order/detail', { orderId })).order;
    expect(seen.cancelRequest).toMatchObject({ by: 'counterparty' });
    const [due, pay] = [seen.cancelRequest?.deadline, seen.deadlineDate].map((at) => Date.parse(at ?? ''));
    expect(due).toBe(Date.parse(order.cancelRequest?.askedAt ?? '') + 10 * 60_000);
    expect(pay).toBe(Date.parse(order.lockedAt) + 15 * 60_000);
    expect(seen.allowedActions.filter(({ open }) => open).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['paid', 'cancel', 'allow-cancel', 'deny-cancel']),
    );
    expect(order.allowedActions).toContainEqual(
      expect.objectContaining({ action: 'request-cancel', open: false, reason: 'wait-for-answer' }),
    );
    const { items } = await buyer.call('/member/notification/list', {});
    expect(items.at(-1)).toMatchObject({
      type: 'orderAckCancel',
      extra: {
        onSilence: 'lapses',
        ackOf: 'cancel',
        cancelUserNick: seen.counterparty.nick,
        deadlineDate: seen.cancelRequest?.deadline,
      },
    });
    const listed = await seller.call('/api/v1/members/orders-in-progress/{account}', {});
    expect(listed.items[0]).toMatchObject({ duty: 'payer', cancelRequest: order.cancelRequest });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('cancels the order once the payer agrees, by the fault of who asked, and gives the coin back', async () => {
    const { seller, buyer, orderId } = await asked();
    const { order } = await buyer.call('/order/allow-cancel', { orderId, version: '2', nothingMoved: '1' });
    expect(order).toMatchObject({ state: 'CANCELLED', cancelRequest: null });
    expect(await faultOf(orderId)).toEqual({
      fault: 'payee',
      resolution: 'parties',
      reason: 'account-problem',
    });
    expect(await balanceOf(seller)).toMatchObject({ listed: '1000.00', inOrder: '0.00' });
    const { items } = await seller.call('/member/notification/list', {});
    expect(items.at(-1)).toMatchObject({ type: 'orderAckAllow', extra: { ackOf: 'cancel' } });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('is gone once the payer refuses, and may be made anew', async () => {
    const { seller, buyer, orderId } = await asked();
    const { order } = await buyer.call('/order/deny-cancel', { orderId, version: '2' });
    expect(order).toMatchObject({ state: 'LOCKED', duty: 'payer', cancelRequest: null, version: 3 });
    expect(await clocksOf(orderId)).toEqual(['pay', 'remindExtend']);
    expect(await newestNotice(seller)).toMatchObject({
      type: 'orderAnswer',
      title: '對方不同意取消',
      extra: { stage: 'request-denied', duty: 'payer', deadlineDate: order.deadlineDate, orderId },
    });
    expect((await newestNotice(buyer))?.type).toBe('orderAckCancel'); // who has answered knows
    const again = { orderId, version: '3', reason: 'other' } as const;
    expect((await seller.call('/order/request-cancel', again)).order.cancelRequest?.by).toBe('you');
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('lapses by silence and changes nothing else', async () => {
    const { seller, buyer, orderId } = await asked();
    await database.setClock('11 minutes');
    const { order } = await buyer.call('/order/detail', { orderId });
    expect(order.cancelRequest).not.toBeNull();
    await fireDue(database.db, toOrderId(orderId));
    const { order: after } = await buyer.call('/order/detail', { orderId });
    expect(after).toMatchObject({ state: 'LOCKED', cancelRequest: null, deadlineDate: order.deadlineDate });
    expect(after.timeline.at(-1)).toMatchObject({ event: 'request-time-ended', by: 'system' });
    expect(await newestNotice(seller)).toMatchObject({
      type: 'orderAnswer',
      extra: { stage: 'request-lapsed', duty: 'payer' },
    });
    expect(await replayFaults(owner)).toEqual([]);
  });

  it('ends when the payer pays, when the time to pay ends, and when the payee releases', async () => {
    const paid = await asked();
    const seen = await paid.buyer.call('/order/paid', paidInput({ orderId: paid.orderId, version: 2 }));
    expect(seen.order).toMatchObject({ state: 'PAID', cancelRequest: null });
    const released = await asked();
    const done = await released.seller.call('/order/release', { orderId: released.orderId, version: '2' });
    expect(done.order).toMatchObject({ state: 'FINISHED', cancelRequest: null });
    const late = await asked('6 minutes');
    await database.setClock('16 minutes');
    await fireDue(database.db, toOrderId(late.orderId));
    expect((await late.buyer.call('/order/detail', { orderId: late.orderId })).order).toMatchObject({
      state: 'GRACE',
      cancelRequest: null,
    });
    expect(await clocksOf(late.orderId)).toEqual(['grace']);
  });

  it('and a cancel of the payer are the wish of both: nobody is to blame', async () => {
    const { buyer, orderId } = await asked();
    const input = { orderId, version: '2', notPaid: '1', reason: 'changed-mind' } as const;
    expect((await buyer.call('/order/cancel', input)).order.state).toBe('CANCELLED');
    expect(await faultOf(orderId)).toEqual({ fault: 'none', resolution: 'parties', reason: 'changed-mind' });
    expect(await replayFaults(owner)).toEqual([]);
  });
});

describe('the request is refused', () => {
  it('to the payer before anything is paid, who cancels instead', async () => {
    const { buyer, order } = await lockedOrder(server, '1000.00');
    const ask = { orderId: order.orderId, version: '1', reason: 'other' } as const;
    expect(await buyer.refuse('/order/request-cancel', ask)).toBe('ORDER_ACTION_NOT_ALLOWED');
  });

  it('for a reason that is not offered to that side', async () => {
    const { seller, order } = await lockedOrder(server, '1000.00');
    const ask = { orderId: order.orderId, version: '1', reason: 'seller-asked' } as const;
    expect(await seller.send('/order/request-cancel', ask)).toMatchObject({
      outcome: 'PARAMETERS_INVALID',
      data: { fields: ['reason'] },
    });
  });

  it('a second time, and its answer to who has asked', async () => {
    const { seller, orderId } = await asked();
    const own = { orderId, version: '2' } as const;
    expect([
      await seller.refuse('/order/request-cancel', { ...own, reason: 'other' }),
      await seller.refuse('/order/allow-cancel', { ...own, nothingMoved: '1' }),
      await seller.refuse('/order/deny-cancel', own),
    ]).toEqual(Array(3).fill('ORDER_ACTION_NOT_ALLOWED'));
  });
});

describe('of two commands at once one wins, and the other is told the new order', () => {
  type Sent = Promise<{ outcome: string; data: unknown }>;

  /** What each command came to, and the order that each reply carries. */
  async function outcomesOf(commands: readonly Sent[]) {
    const replies = await Promise.all(commands);
    const orders = replies.map(({ data }) => (data as { order: { state: string; version: number } }).order);
    return {
      outcomes: replies.map(({ outcome }) => outcome).toSorted(),
      told: new Set(orders.map(({ state, version }) => `${state} ${version}`)).size,
      faults: await replayFaults(owner),
    };
  }
  const ONE_WINS = { outcomes: ['ORDER_STATE_CHANGED', 'SUCCESS'], told: 1, faults: [] };

  it('a request and a cancel', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '1000.00');
    const own = { orderId: order.orderId, version: '1', reason: 'other' } as const;
    const commands = [
      seller.send('/order/request-cancel', own),
      buyer.send('/order/cancel', { ...own, notPaid: '1' }),
    ];
    expect(await outcomesOf(commands)).toEqual(ONE_WINS);
  });

  it('an agreement and a release', async () => {
    const { seller, buyer, orderId } = await asked();
    const own = { orderId, version: '2' } as const;
    const commands = [
      buyer.send('/order/allow-cancel', { ...own, nothingMoved: '1' }),
      seller.send('/order/release', own),
    ];
    expect(await outcomesOf(commands)).toEqual(ONE_WINS);
  });

  it('an agreement and the end of the request: that is over by database time, so the agreement never wins', async () => {
    const { buyer, orderId } = await asked();
    await database.setClock('11 minutes');
    const [reply] = await Promise.all([
      buyer.send('/order/allow-cancel', { orderId, version: '2', nothingMoved: '1' }),
      fireDue(database.db, toOrderId(orderId)),
    ]);
    expect(reply).toMatchObject({
      outcome: 'ORDER_STATE_CHANGED',
      data: { order: { state: 'LOCKED', cancelRequest: null } },
    });
    expect(await replayFaults(owner)).toEqual([]);
  });
});
