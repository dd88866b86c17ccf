import type { CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { fireAllDue, fireCaseClocks } from '#features/orders/index.ts';
import { setMaintenance } from '#platform/maintenance/downtime.store.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';

/** By when operators answer and rule, what happens when they do not, and what the members hear of it (features O9, I15). */
const server = await testServer();
const { db, owner } = server.database;
const [rui, rika, sam] = [
  await server.operator('resolver'),
  await server.operator('risk'),
  await server.operator('support'),
];

beforeEach(async () => {
  await server.database.setClock('0');
  await sql`delete from review.claim`.execute(owner);
  await sql`update orders.case_file set closed_at = platform.app_now(), outcome = 'dismissed' where closed_at is null`.execute(
    owner,
  );
  await sql`delete from orders.case_timer`.execute(owner);
});

/** An order whose payer has appealed; from now on the clocks of its case run. */
async function appealed() {
  const { seller, buyer, order } = await lockedOrder(server, '500.00');
  await buyer.call('/order/paid', paidInput(order));
  const { orderId } = order;
  await server.database.setClock('6 minutes');
  const { order: seen } = await buyer.call('/order/detail', { orderId });
  await buyer.call('/order/appeal', {
    orderId,
    version: String(seen.version),
    reason: 'not-released',
    text: '?',
  });
  return { seller, buyer, orderId };
}

/** The workers do what they do. */
async function work(): Promise<void> {
  await fireAllDue(db);
  await fireCaseClocks(db);
}

/** So many hours pass for the cases alone: sessions would not outlive them. */
async function pass(hours: number): Promise<void> {
  const by = sql`${`${hours} hours`}::interval`;
  await sql`
    update orders.case_file set opened_at = opened_at - ${by}, first_answer_due_at = first_answer_due_at - ${by},
      ruling_due_at = ruling_due_at - ${by}, escalates_at = escalates_at - ${by}, escalated_at = escalated_at - ${by} where closed_at is null`.execute(
    owner,
  );
  await sql`update orders.case_timer set started_at = started_at - ${by}, due_at = due_at - ${by}`.execute(
    owner,
  );
  await work();
}

async function clocksOf(orderId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from orders.case_timer t join orders.case_file c on c.id = t.case_id where c.order_id = ${orderId} order by t.due_at`.execute(
    owner,
  );
  return rows.map(({ name }) => name);
}

/** What a member was told of the case, and until when that holds, in hours after its opening. */
async function toldOf(member: TestMember, orderId: string) {
  const { order } = await member.call('/order/detail', { orderId });
  const opened = Date.parse(order.case?.openedAt ?? '');
  const { items } = await member.call('/member/notification/list', {});
  return items
    .filter(({ type, extra }) => type === 'orderCase' && extra.orderId === orderId)
    .map(({ extra }) => [
      extra.stage,
      Math.round((Date.parse(String(extra.deadlineDate)) - opened) / 3_600_000),
    ]);
}

/** What the newest notice of a type says. */
async function lastTold(member: TestMember, type: string) {
  const { items } = await member.call('/member/notification/list', {});
  return items.findLast((item) => item.type === type)?.extra;
}

const stageOf = async (orderId: string) =>
  (await sam.send<CallOutput<'/operator/case/list'>>('/operator/case/list', {})).data.items.find(
    (item) => item.orderId === orderId,
  )?.stage;
const claim = async (by: TestClient, id: string) =>
  (await by.send('/operator/case/claim/{id}', {}, { id })).outcome;
const say = async (by: TestClient, id: string) =>
  (await by.send('/operator/case/say/{id}', { text: 'We are looking into it' }, { id })).outcome;

describe('the time of a first answer', () => {
  it.each([
    ['2026-11-23 10:00', '2026-11-23 10:30'],
    ['2026-11-23 20:50', '2026-11-24 09:20'],
    ['2026-11-23 21:00', '2026-11-24 09:30'],
    ['2026-11-23 03:00', '2026-11-23 09:30'],
    ['2026-11-23 20:30', '2026-11-23 21:00'],
  ])('begun at %s in Taipei ends at %s: it runs in the hours of service alone', async (since, until) => {
    const { rows } = await sql<{ due: string }>`
      select to_char(orders.due_in_service((${since} || ' Asia/Taipei')::timestamptz, '30 minutes', '09:00', '21:00') at time zone 'Asia/Taipei',
        'YYYY-MM-DD HH24:MI') as due`.execute(db);
    expect(rows[0]?.due).toBe(until);
  });
});

describe('the clocks of a case', () => {
  it('run from its opening, end with the first answer and with the case, and move nothing', async () => {
    const { seller, buyer, orderId } = await appealed();
    expect(await clocksOf(orderId)).toEqual(['firstAnswer', 'ruling', 'escalation']);
    await claim(rui, orderId);
    expect(await say(rui, orderId)).toBe('SUCCESS');
    expect(await clocksOf(orderId)).toEqual(['ruling', 'escalation']);
    const { order } = await buyer.call('/order/detail', { orderId });
    expect(order.case?.firstRepliedAt).not.toBeNull();
    await seller.call('/order/release', { orderId, version: String(order.version) });
    expect(await clocksOf(orderId)).toEqual([]);
  });

  it('tell both sides when nobody has ruled in time, and by when whoever leads takes it over; once', async () => {
    const { seller, buyer, orderId } = await appealed();
    await pass(25);
    await Promise.all([fireCaseClocks(db), fireCaseClocks(db), fireCaseClocks(db)]);
    for (const member of [seller, buyer]) expect(await toldOf(member, orderId)).toEqual([['late', 72]]);
    expect(await stageOf(orderId)).toBe('case');
    expect(await clocksOf(orderId)).toEqual(['escalation']);
  });

  it('give it to whoever leads after three days, with a day to rule, and again each day; the coin stays in escrow', async () => {
    const { buyer, orderId } = await appealed();
    await pass(73);
    expect(await stageOf(orderId)).toBe('escalated');
    // What came late at one moment is told once.
    expect(await toldOf(buyer, orderId)).toEqual([['escalated', 97]]);
    await pass(25);
    const told = await toldOf(buyer, orderId);
    expect([told.length, told[0]]).toEqual([2, ['escalated', 122]]);
    const { order } = await buyer.call('/order/detail', { orderId });
    expect(order).toMatchObject({ state: 'STUCK_CASE', case: { escalatedAt: expect.any(String) } });
  });

  it('say everywhere until when whoever leads rules: no list and no notice counts from a time that has passed', async () => {
    const { seller, buyer, orderId } = await appealed();
    await server.database.setClock('79 hours');
    await sql`update member.session set created_at = platform.app_now(), active_at = platform.app_now()`.execute(
      owner,
    );
    await work();
    const { order } = await buyer.call('/order/detail', { orderId });
    const until = defined(order.case, 'a case').rulingDate;
    expect(Date.parse(until)).toBeGreaterThan(Date.parse(defined(order.case?.escalatedAt, 'escalated')));
    expect(order.deadlineDate).toBe(until);
    const { items } = await seller.call('/order/list', { scope: 'active' });
    expect(items.map(({ deadlineDate }) => deadlineDate)).toEqual([until]);
    const asked = await buyer.call('/order/request-cancel-after-paid', {
      orderId,
      version: String(order.version),
      reason: 'other',
    });
    expect(asked.order.deadlineDate).toBe(until);
    expect(await lastTold(seller, 'orderAckCancel')).toMatchObject({ deadlineDate: until });
    // An outage moves the time with the offer of a split, and tells both sides the new one.
    await buyer.call('/order/split', {
      orderId,
      version: String(asked.order.version),
      payerPart: '50.00',
    });
    await server.database.setClock('79 hours 10 minutes');
    await sql`
      insert into platform.downtime (kind, starts_at, ends_at, reason)
      values ('outage', platform.app_now() - interval '8 minutes', platform.app_now(), 'no worker was there')`.execute(
      owner,
    );
    await work();
    const { order: moved } = await buyer.call('/order/detail', { orderId });
    expect(Date.parse(defined(moved.deadlineDate, 'a deadline')) - Date.parse(until)).toBe(8 * 60_000);
    expect(await lastTold(seller, 'orderOutage')).toMatchObject({ deadlineDate: moved.deadlineDate });
  });

  it('stand still in a maintenance and go on by its length later', async () => {
    const { buyer, orderId } = await appealed();
    await pass(23.9); // six minutes are left
    const { rows } = await sql<{ now: Date }>`select platform.app_now() as now`.execute(db);
    const from = defined(rows[0], 'a time').now.getTime();
    await setMaintenance(db, { from: new Date(from), until: new Date(from + 20 * 60_000) });
    for (const minutes of [16, 27]) {
      await server.database.setClock(`${minutes} minutes`);
      await work();
      expect(await clocksOf(orderId)).toContain('ruling');
    }
    await server.database.setClock('33 minutes');
    await work();
    expect(await clocksOf(orderId)).toEqual(['escalation']);
    expect(await toldOf(buyer, orderId)).toEqual([['late', 72]]);
  });
});

describe('an escalated case', () => {
  it('is for whoever leads alone: nobody else claims it, answers or rules, also under an earlier claim', async () => {
    const { orderId } = await appealed();
    await pass(71.9);
    expect(await claim(rui, orderId)).toBe('SUCCESS');
    expect(await claim(rika, orderId)).toBe('ROLE_NOT_ALLOWED');
    await pass(0.2);
    expect(await say(rui, orderId)).toBe('CASE_ESCALATED');
    expect(await claim(rui, orderId)).toBe('CASE_ESCALATED');
    expect(await claim(sam, orderId)).toBe('ROLE_NOT_ALLOWED');
    await sql`delete from review.claim`.execute(owner);
    expect((await rui.send('/operator/case/next', {})).data).toEqual({ id: null });
    expect((await rika.send('/operator/case/next', {})).data).toEqual({ id: orderId });
    expect(await say(rika, orderId)).toBe('SUCCESS');
  });

  it('is the only kind that is handed to who leads', async () => {
    const { orderId } = await appealed();
    expect((await rika.send('/operator/case/next', {})).data).toEqual({ id: null });
    expect((await rui.send('/operator/case/next', {})).data).toEqual({ id: orderId });
  });
});
