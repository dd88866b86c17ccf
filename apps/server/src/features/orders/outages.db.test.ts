import { defined, toOrderId } from '@holdfast/kernel';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { beat } from '#platform/maintenance/heartbeat.store.ts';
import { brokenInvariants } from '#testing/orders/invariants.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { fireAllDue, fireDue } from './fire-due.ts';

/** What an outage takes of somebody's time is given back, and nobody is at fault for it (T33). */

const server = await testServer();
const { db, owner } = server.database;

afterEach(async () => {
  await server.database.setClock('0');
  await sql`delete from platform.downtime`.execute(owner);
  await sql`delete from platform.heartbeat`.execute(owner);
});

async function at(minutes: number): Promise<void> {
  await server.database.setClock(`${minutes} minutes`);
}
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const declare = (operator: TestClient, from: number, until?: number) =>
  operator.send<{ ids: string[] }>('/operator/outage/declare', {
    from: inMinutes(from),
    ...(until !== undefined && { until: inMinutes(until) }),
    reason: 'no bank could be reached',
  });

async function rowOf(orderId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select state, version, fault, counts_against, split_at from orders.orders where id = ${orderId}`.execute(
    owner,
  );
  return defined(rows[0], 'the order');
}

async function minutesLeft(orderId: string, name = 'pay'): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select round(extract(epoch from due_at - now()) / 60)::int as left from orders.timer
    where order_id = ${orderId} and name = ${name}`.execute(owner);
  return defined(rows[0], name).left;
}

const outageNotes = async (member: TestMember, orderId: string) => {
  const { items } = await member.call('/member/notification/list', {});
  return items.filter(({ type, extra }) => type === 'orderOutage' && extra.orderId === orderId);
};

describe('an outage that an operator declares', () => {
  it('and that is over moves the clocks that still run, and tells both sides once, in their inbox and in the thread', async () => {
    const { buyer, seller, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    await at(10);
    const admin = await server.operator('admin');
    expect((await declare(admin, 2, 9)).outcome).toBe('SUCCESS');
    await Promise.all([fireAllDue(db), fireAllDue(db), fireDue(db, toOrderId(orderId))]);
    expect(await minutesLeft(orderId)).toBe(22);
    expect(await rowOf(orderId)).toMatchObject({ state: 'LOCKED', version: 2 });
    await at(0);
    for (const member of [buyer, seller]) {
      const [note, ...more] = await outageNotes(member, orderId);
      expect(more).toEqual([]);
      const seen = (await member.call('/order/detail', { orderId })).order;
      expect(note?.extra).toMatchObject({ serialNo: order.serialNo });
      expect(Date.parse(String(note?.extra.deadlineDate))).toBe(Date.parse(seen.deadlineDate ?? ''));
    }
    const { items: lines } = await buyer.call('/order/thread', { orderId });
    expect(lines.filter(({ event }) => event === 'outage')).toHaveLength(1);
    // A command that has seen the order before the outage is carried out.
    expect((await buyer.call('/order/paid', paidInput(order))).order.state).toBe('PAID');
  });

  it('and that goes on lets nothing fall due until somebody says that it is over', async () => {
    const { order } = await lockedOrder(server, '100.00');
    await at(5);
    const admin = await server.operator('admin');
    const { data } = await declare(admin, 1);
    await at(50);
    await fireAllDue(db);
    expect(await rowOf(order.orderId)).toMatchObject({ state: 'LOCKED', version: 1 });
    const again = await server.operator('admin');
    const end = () => again.send('/operator/outage/end', { id: data.ids[0], reason: 'it is back' });
    expect((await end()).outcome).toBe('SUCCESS');
    expect((await end()).outcome).toBe('MAINTENANCE_NOT_FOUND');
    await fireAllDue(db);
    expect(await minutesLeft(order.orderId)).toBe(64);
    const { data: known } = await again.send('/operator/maintenance/read', {});
    expect(known).toMatchObject({
      running: null,
      outages: [{ isRunning: false, reason: 'no bank could be reached' }],
    });
    const { rows } = await sql`
      select action from platform.audit where action like 'outage-%' order by id desc limit 2`.execute(owner);
    expect(rows).toEqual([{ action: 'outage-ended' }, { action: 'outage-declared' }]);
  });

  it('and that goes on past a deadline hinders nobody: no time has passed', async () => {
    const { buyer, order } = await lockedOrder(server, '100.00');
    await at(5);
    const { data } = await declare(await server.operator('admin'), 1);
    await at(50);
    expect((await buyer.call('/order/paid', paidInput(order))).order.state).toBe('PAID');
    await at(60);
    await (
      await server.operator('admin')
    ).send('/operator/outage/end', { id: data.ids[0], reason: 'it is back' });
    await fireAllDue(db);
    expect(await minutesLeft(order.orderId, 'ack')).toBe(75);
  });

  it('gives back all that it took from a time to pay that was extended meanwhile', async () => {
    const { seller, order } = await lockedOrder(server, '100.00');
    await at(12);
    const { data } = await declare(await server.operator('admin'), 10);
    await at(30);
    await seller.call('/order/extend', { orderId: order.orderId, version: '1', minutes: '10' });
    await at(70);
    const end = { id: data.ids[0], reason: 'it is back' };
    expect((await (await server.operator('admin')).send('/operator/outage/end', end)).outcome).toBe(
      'SUCCESS',
    );
    await fireAllDue(db);
    expect(await rowOf(order.orderId)).toMatchObject({ state: 'LOCKED' });
    expect(await minutesLeft(order.orderId)).toBe(15 + 10 + 60);
    await at(0);
    expect(await outageNotes(seller, order.orderId)).toHaveLength(1);
  });

  it('moves a time to pay that was extended after it was over', async () => {
    const { seller, order } = await lockedOrder(server, '100.00');
    await at(12);
    await seller.call('/order/extend', { orderId: order.orderId, version: '1', minutes: '10' });
    await declare(await server.operator('admin'), 2, 9);
    await fireAllDue(db);
    expect(await minutesLeft(order.orderId)).toBe(15 + 10 + 7);
  });

  it.each([
    ['begins in the future', 10, undefined, 'OUTAGE_NOT_RECENT'],
    ['began too long ago', -25 * 60, undefined, 'OUTAGE_NOT_RECENT'],
    ['ends in the future', -10, 10, 'OUTAGE_NOT_RECENT'],
    ['ends before it begins', -10, -20, 'MAINTENANCE_END_BEFORE_BEGIN'],
  ] as const)('and %s is refused', async (_, from, until, refusal) => {
    expect((await declare(await server.operator('admin'), from, until)).outcome).toBe(refusal);
  });

  it('counts no minute twice, and is refused where all of it is known', async () => {
    const { order } = await lockedOrder(server, '100.00');
    await at(12);
    const admin = await server.operator('admin');
    await declare(admin, 2, 6);
    await declare(admin, 4, 10);
    await fireAllDue(db);
    expect(await minutesLeft(order.orderId)).toBe(23);
    expect((await declare(admin, 3, 9)).outcome).toBe('OUTAGE_KNOWN');
    expect((await declare(await server.operator('risk'), 10, 11)).outcome).toBe('ROLE_NOT_ALLOWED');
  });
});

it('whoever runs out of time after an outage is not at fault, nor counted', async () => {
  const { buyer, order } = await lockedOrder(server, '100.00');
  await at(20);
  await fireAllDue(db);
  expect(await rowOf(order.orderId)).toMatchObject({ state: 'GRACE' });
  await at(25);
  await declare(await server.operator('admin'), 21, 24);
  await fireAllDue(db);
  await at(40);
  await fireAllDue(db);
  expect(await rowOf(order.orderId)).toMatchObject({
    state: 'AUTO_CANCELLED',
    fault: 'none',
    counts_against: null,
  });
  await at(0);
  const { cancels } = await buyer.call('/member/restrictions', {});
  expect(cancels.used).toBe(0);

  const other = await lockedOrder(server, '100.00');
  await at(16);
  await fireAllDue(db);
  await at(30);
  await fireAllDue(db);
  expect(await rowOf(other.order.orderId)).toMatchObject({ state: 'AUTO_CANCELLED', fault: 'payer' });
});

it('a fault after an outage would be found by whoever walks', async () => {
  expect(await brokenInvariants(owner)).toEqual([]);
  const { order } = await lockedOrder(server, '100.00');
  await at(16);
  await fireAllDue(db);
  await at(20);
  await declare(await server.operator('admin'), 17, 19);
  await fireAllDue(db);
  await sql`update orders.timer set overlapped = false where order_id = ${order.orderId}`.execute(owner);
  await at(40);
  await fireAllDue(db);
  expect(await rowOf(order.orderId)).toMatchObject({ state: 'AUTO_CANCELLED', fault: 'payer' });
  expect(await brokenInvariants(owner)).toEqual([
    `7 T11 blames a party of order ${order.orderId} after an outage`,
  ]);
});

it('an offer to split stands longer by what an outage took of its day', async () => {
  const { buyer, seller, order } = await lockedOrder(server, '100.00');
  const { orderId } = order;
  await buyer.call('/order/paid', paidInput(order));
  await at(6);
  await fireAllDue(db);
  await buyer.call('/order/appeal', { orderId, version: '3', reason: 'not-released' });
  const { order: offered } = await buyer.call('/order/split', { orderId, version: '4', payerPart: '50.00' });
  const until = Date.parse(offered.splitOffer?.until ?? '');
  await at(16);
  await declare(await server.operator('admin'), 2, 15);
  await fireAllDue(db);
  await at(0);
  const seen = (await seller.call('/order/detail', { orderId })).order;
  // It was made in the outage: only the rest of it counts.
  expect(Math.round((Date.parse(seen.splitOffer?.until ?? '') - until) / 60_000)).toBe(9);
  expect(await replayFaults(owner)).toEqual([]);
});

it('moves the times of a case as it moves the clock of its order', async () => {
  const { buyer, order } = await lockedOrder(server, '100.00');
  const { orderId } = order;
  await buyer.call('/order/paid', paidInput(order));
  await at(6);
  await fireAllDue(db);
  const { order: cased } = await buyer.call('/order/appeal', {
    orderId,
    version: '3',
    reason: 'not-released',
  });
  await at(40);
  await declare(await server.operator('admin'), 10, 30);
  await fireAllDue(db);
  await at(0);
  const seen = (await buyer.call('/order/detail', { orderId })).order;
  const moved = (after: string | null | undefined, before: string | null | undefined) =>
    Math.round((Date.parse(after ?? '') - Date.parse(before ?? '')) / 60_000);
  expect(moved(seen.deadlineDate, cased.deadlineDate)).toBe(20);
  expect(moved(seen.case?.rulingDate, cased.case?.rulingDate)).toBe(20);
  expect(moved(seen.case?.firstReplyDate, cased.case?.firstReplyDate)).toBe(20);
  expect(seen.case?.rulingDate).toBe(seen.deadlineDate);
});

it('a command that comes before the first worker after a gap fires nothing of the gap', async () => {
  const { buyer, order } = await lockedOrder(server, '100.00');
  await beat(db);
  // The machines were off for 20 minutes, and the gateway is back first.
  await sql`update platform.heartbeat set beat_at = clock_timestamp() - interval '20 minutes'`.execute(owner);
  await sql`update orders.timer set started_at = started_at - interval '21 minutes', due_at = due_at - interval '21 minutes'
            where order_id = ${order.orderId}`.execute(owner);
  const { order: paid } = await buyer.call('/order/paid', paidInput(order));
  expect(paid.state).toBe('PAID');
  const { rows } = await sql`select kind from platform.downtime`.execute(owner);
  expect(rows).toEqual([{ kind: 'outage' }]);
});

describe('the time after an end', () => {
  const HOUR = 60;
  /** An order that ended so long ago, with an outage of an hour since; whatever stands on a clock of its own moves with it. */
  async function endedAgo(minutes: number) {
    const { buyer, seller, order } = await lockedOrder(server, '100.00');
    const { orderId } = order;
    return {
      buyer,
      seller,
      orderId,
      age: async () => {
        await sql`
          update orders.orders set ended_at = ended_at - make_interval(mins => ${minutes}) where id = ${orderId}`.execute(
          owner,
        );
        await sql`
          update orders.rating set shown_from = shown_from - make_interval(mins => ${minutes}), rated_at = rated_at - make_interval(mins => ${minutes})
          where order_id = ${orderId}`.execute(owner);
        await sql`
          insert into platform.downtime (kind, starts_at, ends_at)
          values ('outage', platform.app_now() - interval '20 hours', platform.app_now() - interval '19 hours')`.execute(
          owner,
        );
        await fireAllDue(db);
      },
    };
  }
  const mayDo = async (member: TestMember, orderId: string) =>
    (await member.call('/order/detail', { orderId })).order.allowedActions;

  it('to claim a payment does not run in an outage, and ends when that is given back', async () => {
    const { buyer, orderId, age } = await endedAgo(72 * HOUR + 50);
    await buyer.call('/order/cancel', { orderId, version: '1', notPaid: '1', reason: 'changed-mind' });
    await age();
    expect(await mayDo(buyer, orderId)).toMatchObject([{ action: 'late-claim', open: true }]);
    const claim = { orderId, version: '2', text: '13:58 轉帳' };
    expect((await buyer.call('/order/late-claim', claim)).order.case).not.toBeNull();

    const late = await endedAgo(73 * HOUR + 10);
    await late.buyer.call('/order/cancel', {
      orderId: late.orderId,
      version: '1',
      notPaid: '1',
      reason: 'changed-mind',
    });
    await sql`delete from platform.downtime`.execute(owner);
    await late.age();
    expect(await late.buyer.refuse('/order/late-claim', { ...claim, orderId: late.orderId })).toBe(
      'ORDER_ACTION_NOT_ALLOWED',
    );
  });

  it('to rate does not run in an outage, and neither side reads the other before it is over', async () => {
    const { buyer, seller, orderId, age } = await endedAgo(24 * HOUR + 30);
    await buyer.call('/order/paid', { ...paidInput({ orderId, version: 1 }) });
    await seller.call('/order/release', { orderId, version: '2' });
    const rating = { stars: '2', recommends: '0', tags: ['slow'] } as const;
    await buyer.call('/order/rate', { orderId, ...rating, tags: [...rating.tags] });
    await age();
    const read = await seller.call('/order/rating', { orderId });
    expect(read).toMatchObject({ until: expect.any(String), received: null });
    expect(Date.parse(read.until ?? '') - Date.now()).toBeGreaterThan(25 * 60_000);
    const { hiddenUntil } = await buyer.call('/order/rating', { orderId });
    expect(Math.abs(Date.parse(hiddenUntil ?? '') - Date.parse(read.until ?? ''))).toBeLessThan(2); // the database knows parts of it
    await seller.call('/order/rate', { orderId, ...rating, tags: [...rating.tags] });
  });
});

it('leaves books that balance', async () => {
  expect(await reconcile(db)).toEqual([]);
});
