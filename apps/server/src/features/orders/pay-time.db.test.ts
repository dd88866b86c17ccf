import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { replayFaults } from '#testing/replay.ts';
import type { TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { fireAllDue } from './fire-due.ts';

/** The time to pay: its reminder, more of it, and a payment that was made in it and is said after it. */

const server = await testServer();
const { database } = server;
const MINUTE = 60_000;

afterEach(() => database.setClock('0'));

async function at(minutes: number): Promise<void> {
  await database.setClock(`${minutes} minutes`);
  await fireAllDue(database.db);
}

const orderOf = async (member: TestMember, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order;

async function noticesOf(member: TestMember, orderId: string) {
  const { items } = await member.call('/member/notification/list', {});
  return items.filter(({ extra }) => extra.orderId === orderId).map(({ type, extra }) => ({ type, extra }));
}

describe('five minutes before the end of the time to pay', () => {
  it('both are reminded once, and whether more time can be given', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    await at(9);
    expect(await noticesOf(buyer, order.orderId)).toHaveLength(1);
    await at(11);
    await at(12);
    for (const member of [seller, buyer])
      expect(await noticesOf(member, order.orderId)).toMatchObject([
        { type: 'orderLock' },
        {
          type: 'orderRemindExtend',
          extra: { stage: 'ending', canExtend: true, deadlineDate: order.deadlineDate },
        },
      ]);
    const paid = await buyer.call('/order/paid', paidInput(order));
    expect(paid.order).toMatchObject({ state: 'PAID', version: 3 });
  });
});

describe('more time to pay', () => {
  it('is asked for once, given from the end of what is left, and told to both', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    const asked = await buyer.call('/order/ask-time', { orderId, version: '1', minutes: '10' });
    expect(asked.order).toMatchObject({
      askedMinutes: 10,
      deadlineDate: order.deadlineDate,
      state: 'LOCKED',
    });
    expect((await noticesOf(seller, orderId)).at(-1)).toMatchObject({
      type: 'orderRemindExtend',
      extra: { stage: 'asked', canExtend: true, deadlineDate: order.deadlineDate },
    });
    expect((await noticesOf(buyer, orderId)).at(-1)?.type).toBe('orderLock'); // who has asked knows
    const again = await buyer.refuse('/order/ask-time', { orderId, version: '2', minutes: '30' });
    expect(again).toBe('ORDER_ACTION_NOT_ALLOWED');
    // Who has not seen the request gives time all the same.
    const given = await seller.call('/order/extend', { orderId, version: '1', minutes: '15' });
    expect(given.order).toMatchObject({ askedMinutes: null, extensions: { count: 1, minutes: 15 } });
    const moved = Date.parse(given.order.deadlineDate ?? '') - Date.parse(order.deadlineDate ?? '');
    expect(moved).toBe(15 * MINUTE);
    expect(given.order.dutySince).toBe(order.dutySince);
    expect(given.order.timeline.map(({ event, minutes }) => [event, minutes])).toEqual([
      ['lock', null],
      ['ask-time', 10],
      ['extend', 15],
    ]);
    for (const member of [seller, buyer])
      expect((await noticesOf(member, orderId)).at(-1)).toMatchObject({
        type: 'orderExtend',
        extra: { deadlineDate: given.order.deadlineDate },
      });
    await at(16);
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'LOCKED' });
    const againAsked = await buyer.call('/order/ask-time', { orderId, version: '3', minutes: '10' });
    await seller.call('/order/request-cancel', {
      orderId,
      version: String(againAsked.order.version),
      reason: 'account-problem',
    });
    await at(25);
    for (const member of [seller, buyer])
      expect((await noticesOf(member, orderId)).at(-1)).toMatchObject({
        extra: { stage: 'ending', canExtend: true, canAsk: false, cancelAsked: true },
      });
    await at(31);
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'GRACE' });
  });

  it('is asked for while the payee asks to cancel, and neither takes the other’s question away', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    await seller.call('/order/request-cancel', { orderId, version: '1', reason: 'account-problem' });
    const asked = await buyer.call('/order/ask-time', { orderId, version: '2', minutes: '10' });
    expect(asked.order).toMatchObject({
      state: 'LOCKED',
      askedMinutes: 10,
      cancelRequest: { by: 'counterparty' },
    });
    const given = await seller.call('/order/extend', { orderId, version: '2', minutes: '10' });
    expect(given.order).toMatchObject({ askedMinutes: null, cancelRequest: { by: 'you' } });
  });

  it('is given twice at most, and the reminder then says that there is no more', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    await seller.call('/order/extend', { orderId, version: '1', minutes: '30' });
    await seller.call('/order/extend', { orderId, version: '2', minutes: '30' });
    expect(await seller.refuse('/order/extend', { orderId, version: '3', minutes: '10' })).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
    expect(await buyer.refuse('/order/ask-time', { orderId, version: '3', minutes: '10' })).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
    const { allowedActions } = await orderOf(seller, orderId);
    expect(allowedActions.find(({ action }) => action === 'extend')).toMatchObject({
      reason: 'limit-reached',
    });
    await at(71);
    await database.setClock('0');
    expect((await noticesOf(buyer, orderId)).at(-1)).toMatchObject({
      extra: { stage: 'ending', canExtend: false },
    });
  });

  it('can be given after the end as well: the time begins again, and the account shows again', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    await at(16);
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'GRACE', payTo: null });
    const { order: given, serverTime } = await seller.call('/order/extend', {
      orderId,
      version: '2',
      minutes: '10',
    });
    expect(given).toMatchObject({ state: 'LOCKED', duty: 'payer' });
    expect(
      Math.abs(Date.parse(given.deadlineDate ?? '') - Date.parse(serverTime) - 10 * MINUTE),
    ).toBeLessThan(2000);
    expect((await orderOf(buyer, orderId)).payTo).not.toBeNull();
  });

  it('is no matter of the other side or a stranger, nor of an order that is paid', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const extend = { orderId: order.orderId, version: '1', minutes: '10' } as const;
    expect(await buyer.refuse('/order/extend', extend)).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await seller.refuse('/order/ask-time', extend)).toBe('ORDER_ACTION_NOT_ALLOWED');
    expect(await (await server.member()).refuse('/order/extend', extend)).toBe('ORDER_NOT_FOUND');
    await buyer.call('/order/paid', paidInput(order));
    expect(await seller.refuse('/order/extend', { ...extend, version: '2' })).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
  });
});

describe('a payment that was made in time and is said after it', () => {
  it('is taken with the time at which it was made, once, and the payee is told that it is late', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    await at(16);
    const grace = await orderOf(buyer, orderId);
    expect(grace.payEndedAt).toBe(order.deadlineDate);
    const late = { ...paidInput({ orderId, version: 2 }), paidAt: order.deadlineDate ?? '' };
    const { order: paid } = await buyer.call('/order/paid', late);
    expect(paid).toMatchObject({ state: 'PAID', duty: 'payee', version: 3, payEndedAt: null });
    expect((await noticesOf(seller, orderId)).at(-1)).toMatchObject({
      type: 'orderPaid',
      extra: { late: true },
    });
    const { rows } = await sql`
      select late, (select detail ->> 'saidPaidAt' from orders.event where order_id = o.id and event = 'paid') as said
      from orders.orders o where id = ${orderId}`.execute(database.db);
    expect(rows).toEqual([{ late: true, said: order.deadlineDate }]);
  });

  it.each([
    ['no time', undefined],
    ['a time after the end', 1],
    ['a time before the lock', -20],
  ])('is refused with %s', async (_, minutes) => {
    const { buyer, order } = await lockedOrder(server, '100.00');
    await at(16);
    const end = Date.parse(order.deadlineDate ?? '');
    const paidAt = minutes === undefined ? undefined : new Date(end + minutes * MINUTE).toISOString();
    const input = { ...paidInput({ ...order, version: 2 }), ...(paidAt !== undefined && { paidAt }) };
    const refused = await buyer.send('/order/paid', input);
    expect(refused).toMatchObject({ outcome: 'ORDER_PROOF_INVALID', data: { clauses: ['paidAt'] } });
  });

  it('and the end of the grace time at the same moment have one winner', async () => {
    const { buyer, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    await at(16);
    await database.setClock('27 minutes');
    const [, reply] = await Promise.all([
      fireAllDue(database.db),
      buyer.send('/order/paid', { ...paidInput({ orderId, version: 2 }), paidAt: order.deadlineDate ?? '' }),
    ]);
    expect(reply).toMatchObject({
      outcome: 'ORDER_STATE_CHANGED',
      data: { order: { state: 'AUTO_CANCELLED' } },
    });
    expect(await reconcile(database.db)).toEqual([]);
  });
});

it('leaves books that balance, and events that give every order again', async () => {
  expect(await reconcile(database.db)).toEqual([]);
  expect(await replayFaults(database.owner)).toEqual([]);
});
