import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { reconcile } from '@holdfast/ledger';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { fireAllDue } from '#features/orders/index.ts';
import { disputeFaults } from '#testing/recount.ts';
import { replayFaults } from '#testing/replay.ts';
import type { TestClient, TestMember } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { balanceOf, lockedOrder, paidInput } from '#testing/traders.ts';

/** Rulings: release, force cancel, split, relock, dismiss; alone and by two (T28 to T31, features O4 to O7). */
const server = await testServer();
const { database } = server;
const { owner } = database;
const [rui, sam, amy] = [
  await server.operator('resolver'),
  await server.operator('resolver'),
  await server.operator('support'),
];

afterEach(() => database.setClock('0'));

type Input = CallInput<'/operator/case/rule'>;
type Requests = CallOutput<'/operator/request/list'>;

async function paidOrder(quantity = '500.00') {
  const { seller, buyer, order } = await lockedOrder(server, quantity);
  const { order: paid } = await buyer.call('/order/paid', paidInput(order));
  return { seller, buyer, orderId: order.orderId, version: paid.version };
}

/** An order whose payee has stayed silent until a case opened. */
async function caseOrder(quantity = '500.00') {
  const parts = await paidOrder(quantity);
  await database.setClock('16 minutes');
  await fireAllDue(database.db);
  await database.setClock('32 minutes');
  await fireAllDue(database.db);
  await database.setClock('0');
  return { ...parts, version: await versionOf(parts.orderId) };
}

async function versionOf(orderId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from orders.orders where id = ${orderId}`.execute(owner);
  return rows[0]?.version ?? 0;
}

const claim = async (by: TestClient, id: string, input: object = {}) =>
  (await by.send('/operator/case/claim/{id}', input, { id })).outcome;
const rule = async (by: TestClient, orderId: string, input: Partial<Input> = {}) =>
  by.send<{ requestId: string | null }>('/operator/case/rule', {
    orderId,
    version: String(await versionOf(orderId)),
    ruling: 'release',
    reason: 'payment-proven',
    text: '銀行明細顯示買家已於 10:24 付款。',
    fault: 'payee',
    evidence: ['event-2'],
    ...input,
  });
const cancel = {
  ruling: 'cancel',
  reason: 'no-payment',
  fault: 'payer',
  evidence: ['event-1'] as string[],
} as const;
const requests = async (by: TestClient) =>
  (await by.send<Requests>('/operator/request/list', { state: 'open' })).data.items;
const decide = async (by: TestClient, id: string, verdict: string) =>
  (await by.send('/operator/request/decide', { id, verdict, note: '' })).outcome;
const orderOf = async (member: TestMember, orderId: string) =>
  (await member.call('/order/detail', { orderId })).order;

async function noticesOf(member: TestMember, orderId: string) {
  const { items } = await member.call('/member/notification/list', {});
  return items
    .filter(({ extra }) => extra.orderId === orderId)
    .map(({ type, extra }) => [type, extra.resolution ?? extra.reason]);
}

async function linesOf(member: TestMember, orderId: string) {
  const { items } = await member.call('/order/thread', { orderId });
  return items.filter(({ by }) => by === 'operator').map(({ text }) => text);
}

async function fileOf(orderId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select opened_by, outcome, ruling_reason, evidence, approved_by is not null as by_two, first_answered_at is not null as answered
    from orders.case_file where order_id = ${orderId} order by id desc limit 1`.execute(owner);
  return rows[0];
}

const disputesOf = async (member: TestMember) => {
  const { rows } = await sql<{ lost: number; won: number }>`
    select disputes_lost as lost, disputes_won as won from orders.trader where member_id = ${member.id}`.execute(
    owner,
  );
  return rows[0];
};

async function isWhole() {
  expect(await reconcile(database.db)).toEqual([]);
  expect(await replayFaults(owner)).toEqual([]);
  expect(await disputeFaults(owner)).toEqual([]);
}

describe('a ruling alone', () => {
  it('releases to the payer: the case is closed, both are told why, and blame is apart from the outcome', async () => {
    const { seller, buyer, orderId } = await caseOrder();
    await claim(rui, orderId);
    // The declaration, its line in the thread, and the proof that came with it.
    const evidence = ['event-2', 'line-1', 'line-2'];
    expect(await rule(rui, orderId, { evidence })).toMatchObject({
      outcome: 'SUCCESS',
      data: { requestId: null },
    });
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'FINISHED' });
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '499.50' });
    expect(await balanceOf(seller)).toMatchObject({ total: '0.00' });
    for (const member of [seller, buyer]) {
      expect((await noticesOf(member, orderId)).at(-1)).toEqual(['orderFinish', 'operator']);
      expect(await linesOf(member, orderId)).toEqual(['銀行明細顯示買家已於 10:24 付款。']);
    }
    expect(await fileOf(orderId)).toEqual({
      opened_by: 'system',
      outcome: 'rule-release',
      ruling_reason: 'payment-proven',
      evidence,
      by_two: false,
      answered: true,
    });
    const { rows } = await sql<{ fault: string; resolution: string; detail: object }>`
      select o.fault, o.resolution, e.detail from orders.orders o join orders.event e on e.order_id = o.id and e.version = o.version
      where o.id = ${orderId}`.execute(owner);
    expect(rows[0]).toMatchObject({
      fault: 'payee',
      resolution: 'operator',
      detail: { reason: 'payment-proven', fault: 'payee', proofIds: evidence },
    });
    await isWhole();
  });

  it('splits: each side gets its part, the fee is that of the part, and the parts sum to the quantity', async () => {
    const { seller, buyer, orderId } = await caseOrder();
    await claim(rui, orderId);
    const split = { ruling: 'split', reason: 'part-paid', fault: 'payer' } as const;
    for (const payerPart of [undefined, '0.00', '500.00', '600.00', '1.001'])
      expect(
        (await rule(rui, orderId, { ...split, ...(payerPart !== undefined && { payerPart }) })).outcome,
      ).toBe('RULING_INVALID');
    expect((await rule(rui, orderId, { ...split, payerPart: '200.00' })).outcome).toBe('SUCCESS');
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '199.80' });
    expect(await balanceOf(seller)).toMatchObject({ available: '300.00', inOrder: '0.00' });
    expect(await orderOf(seller, orderId)).toMatchObject({ state: 'FINISHED' });
    for (const member of [seller, buyer]) {
      const { ruling } = await member.call('/order/ruling', { orderId });
      expect(ruling).toMatchObject({
        outcome: 'split',
        reason: 'part-paid',
        text: '銀行明細顯示買家已於 10:24 付款。',
        shares: { payer: '199.80', payee: '300.00' },
      });
      expect(Date.parse(ruling?.appealUntil ?? '') - Date.parse(ruling?.at ?? '')).toBe(72 * 3_600_000);
    }
    const stranger = await server.member();
    expect(await stranger.refuse('/order/ruling', { orderId })).toBe('ORDER_NOT_FOUND');
    await isWhole();
  });

  it('asks for a claim, evidence, a reason of its own, and the order as it is', async () => {
    const { buyer, seller, orderId, version } = await caseOrder();
    expect((await rule(rui, orderId)).outcome).toBe('CASE_CLAIM_NEEDED');
    expect((await rule(amy, orderId)).outcome).toBe('ROLE_NOT_ALLOWED');
    await claim(rui, orderId);
    expect((await rule(rui, orderId, { evidence: [] })).outcome).toBe('RULING_INVALID');
    expect((await rule(rui, orderId, { reason: 'no-payment' })).outcome).toBe('RULING_INVALID');
    const other = await caseOrder();
    await claim(sam, other.orderId);
    const { data } = await sam.send<{ cases: { id: string }[] }>(
      '/operator/case/detail/{id}',
      {},
      { id: other.orderId },
    );
    for (const foreign of ['event-99', 'line-99', `case-${data.cases[0]?.id}`, 'file-AAAAAAAAAAAAAAAAAAAAAA'])
      expect((await rule(rui, orderId, { evidence: ['event-2', foreign] })).outcome).toBe('RULING_INVALID');
    expect((await rule(rui, orderId, { ruling: 'dismiss', reason: 'other' })).outcome).toBe('RULING_INVALID');
    expect((await rule(rui, orderId, { version: String(version - 1) })).outcome).toBe('CASE_CHANGED');
    await seller.call('/order/release', { orderId, version: String(version) });
    expect((await rule(rui, orderId, { version: String(version) })).outcome).toBe('CASE_CHANGED');
    expect((await rule(rui, orderId)).outcome).toBe('RULING_INVALID');
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'FINISHED' });
  });

  it('force cancels an order that nobody complains about, once it is claimed for a reason; the ruling stands on a case', async () => {
    const { seller, buyer, order } = await lockedOrder(server, '500.00');
    const { orderId } = order;
    await claim(rui, orderId, { reason: 'the police has called' });
    expect((await rule(rui, orderId, { ...cancel, reason: 'fraud' })).outcome).toBe('SUCCESS');
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'FORCE_CANCELLED' });
    expect(await balanceOf(seller)).toMatchObject({ listed: '500.00', inOrder: '0.00' });
    expect((await noticesOf(buyer, orderId)).at(-1)).toEqual(['orderForceCancel', 'operator']);
    expect(await fileOf(orderId)).toMatchObject({ opened_by: 'operator', outcome: 'force-cancel' });
    await isWhole();
  });
});

describe('a ruling by two', () => {
  it('is asked for where the payment was declared and would go back; the second person sees what happens, and does it', async () => {
    const { seller, orderId } = await caseOrder();
    await claim(rui, orderId);
    const { data } = await rule(rui, orderId, cancel);
    expect(data.requestId).not.toBeNull();
    expect(await orderOf(seller, orderId)).toMatchObject({ state: 'STUCK_CASE' });
    const [request] = (await requests(sam)).filter(({ id }) => id === data.requestId);
    expect(request).toMatchObject({ kind: 'order-ruling', mayDecide: true, isStale: false });
    expect(request?.changes).toEqual(
      expect.arrayContaining([
        { field: 'orderState', before: 'STUCK_CASE', after: 'FORCE_CANCELLED' },
        { field: 'inEscrow', before: '500.00 TWD', after: '0.00 TWD' },
        { field: 'payeeGets', before: '', after: '500.00 TWD' },
      ]),
    );
    expect(await decide(rui, data.requestId ?? '', 'approved')).toBe('REQUEST_OWN');
    expect(await decide(sam, data.requestId ?? '', 'approved')).toBe('SUCCESS');
    expect(await orderOf(seller, orderId)).toMatchObject({ state: 'FORCE_CANCELLED' });
    expect(await fileOf(orderId)).toMatchObject({ outcome: 'force-cancel', by_two: true });
    await isWhole();
  });

  it('is asked for above the sum that is set', async () => {
    const { orderId } = await caseOrder('10001.00');
    await claim(rui, orderId);
    expect((await rule(rui, orderId)).data.requestId).not.toBeNull();
  });

  it('is stale once the order has changed, and moves nothing', async () => {
    const { seller, orderId, version } = await caseOrder();
    await claim(rui, orderId);
    const { data } = await rule(rui, orderId, cancel);
    await seller.call('/order/release', { orderId, version: String(version) });
    const [request] = (await requests(sam)).filter(({ id }) => id === data.requestId);
    expect(request).toMatchObject({ isStale: true });
    expect(await decide(sam, data.requestId ?? '', 'approved')).toBe('REQUEST_STALE');
    expect(await orderOf(seller, orderId)).toMatchObject({ state: 'FINISHED' });
    await isWhole();
  });
});

describe('an order that is over', () => {
  /** A question beside the order, as a late claim or an appeal opens it. */
  const ask = async (orderId: string, state: string, endedAgo = '1 hour', openedAgo = '0') => {
    await sql`update orders.orders set ended_at = platform.app_now() - ${endedAgo}::interval where id = ${orderId}`.execute(
      owner,
    );
    await sql`
      insert into orders.case_file (order_id, opened_by, event, previous_state, opened_at, first_answer_due_at, ruling_due_at, escalates_at)
      values (${orderId}, 'payer', 'late-claim', ${state}, platform.app_now() - ${openedAgo}::interval, platform.app_now() + interval '1 hour', platform.app_now() + interval '1 day',
        platform.app_now() + interval '3 days')`.execute(owner);
  };

  async function cancelledOrder() {
    const { seller, buyer, listing, order } = await lockedOrder(server, '500.00');
    const { orderId } = order;
    await buyer.call('/order/cancel', { orderId, version: '1', notPaid: '1', reason: 'other' });
    return { seller, buyer, listing, orderId };
  }

  it('takes coin again by two people alone, while the payee has it and the time to claim runs', async () => {
    const { seller, buyer, listing, orderId } = await cancelledOrder();
    await ask(orderId, 'CANCELLED');
    await claim(rui, orderId);
    const relock = { ruling: 'relock', reason: 'late-payment-proven', fault: 'none' } as const;
    const asked = await rule(rui, orderId, relock);
    expect(asked.outcome).toBe('SUCCESS');
    // The coin is listed again: the payee has none to give.
    expect(await decide(sam, asked.data.requestId ?? '', 'approved')).not.toBe('SUCCESS');
    await seller.call('/listing/close', { listingId: listing.id, version: '1' });
    expect(await decide(sam, asked.data.requestId ?? '', 'approved')).toBe('SUCCESS');
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'STUCK_CASE', endedAt: null });
    expect(await balanceOf(seller)).toMatchObject({ available: '0.00', inOrder: '500.00' });
    expect(await fileOf(orderId)).toMatchObject({ opened_by: 'operator', outcome: null });
    // A relock ends nothing yet: what it has found counts with the ruling that does.
    expect(await disputesOf(seller)).toEqual({ lost: 0, won: 0 });
    await sql`update orders.case_file set opened_at = opened_at where order_id = ${orderId}`.execute(owner);
    expect((await rule(rui, orderId)).outcome).toBe('CASE_CLAIM_NEEDED');
    await claim(rui, orderId);
    expect((await rule(rui, orderId)).outcome).toBe('SUCCESS');
    expect(await balanceOf(buyer)).toMatchObject({ onHold: '499.50' });
    expect(await disputesOf(seller)).toEqual({ lost: 1, won: 0 });
    expect(await disputesOf(buyer)).toEqual({ lost: 0, won: 1 });
    expect(await disputeFaults(owner)).toEqual([]);
    expect(await reconcile(database.db)).toEqual([]);
  });

  it('loses nothing to a payer who has claimed in time by how long the operators take', async () => {
    const { orderId } = await cancelledOrder();
    await ask(orderId, 'CANCELLED', '90 hours', '20 hours');
    await claim(rui, orderId);
    const relock = { ruling: 'relock', reason: 'late-payment-proven', fault: 'none' } as const;
    expect((await rule(rui, orderId, relock)).outcome).toBe('SUCCESS');
  });

  it('takes none for what was claimed after the time to claim', async () => {
    const { orderId } = await cancelledOrder();
    await ask(orderId, 'CANCELLED', '73 hours');
    await claim(rui, orderId);
    const { outcome } = await rule(rui, orderId, { ruling: 'relock', reason: 'other', fault: 'none' });
    expect(outcome).toBe('RULING_INVALID');
  });

  it('can be left as it ended: the question is closed, and both are told by a line', async () => {
    const { seller, buyer, orderId } = await cancelledOrder();
    await ask(orderId, 'CANCELLED');
    await claim(rui, orderId);
    const input = {
      ruling: 'dismiss',
      reason: 'no-new-evidence',
      fault: 'payer',
      evidence: [] as string[],
    } as const;
    expect((await rule(rui, orderId, input)).outcome).toBe('SUCCESS');
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'CANCELLED', case: null });
    expect(await fileOf(orderId)).toMatchObject({ outcome: 'dismissed' });
    for (const member of [seller, buyer]) {
      expect(await linesOf(member, orderId)).toHaveLength(1);
      expect((await noticesOf(member, orderId)).at(-1)?.[0]).toBe('orderMessage');
    }
  });
});

describe('the disputes of a member', () => {
  it('are lost by whom a ruling finds at fault, however the order ends, and won by the other side', async () => {
    const { seller, buyer, orderId } = await caseOrder();
    await claim(rui, orderId);
    await rule(rui, orderId, { fault: 'payee' });
    expect(await orderOf(buyer, orderId)).toMatchObject({ state: 'FINISHED' });
    expect(await disputesOf(seller)).toEqual({ lost: 1, won: 0 });
    expect(await disputesOf(buyer)).toEqual({ lost: 0, won: 1 });
    const { rows } = await sql<{
      uid: string;
    }>`select uid from member.member where id = ${seller.id}`.execute(owner);
    const record = await buyer.call('/member/trade-record', { uid: rows[0]?.uid ?? '' });
    expect(record).toMatchObject({ finished: 1, disputesLost: 1, disputesWon: 0 });
  });

  it('are of nobody where nobody was at fault, and where the two settle it themselves', async () => {
    const ruled = await caseOrder();
    await claim(rui, ruled.orderId);
    await rule(rui, ruled.orderId, { reason: 'both-agree', fault: 'none' });
    const settled = await caseOrder();
    await settled.seller.call('/order/release', {
      orderId: settled.orderId,
      version: String(settled.version),
    });
    for (const member of [ruled.seller, ruled.buyer, settled.seller, settled.buyer])
      expect(await disputesOf(member)).toEqual({ lost: 0, won: 0 });
  });

  it('are no more or less by a question about the ruling that leaves it as it is', async () => {
    const { seller, buyer, orderId } = await caseOrder();
    await claim(rui, orderId);
    await rule(rui, orderId, { fault: 'payee' });
    await seller.call('/order/appeal', {
      orderId,
      version: String(await versionOf(orderId)),
      reason: 'decision-wrong',
      text: '我沒有收到這筆款項',
    });
    await claim(rui, orderId);
    const kept = {
      ruling: 'dismiss',
      reason: 'no-new-evidence',
      fault: 'payer',
      evidence: [] as string[],
    } as const;
    expect((await rule(rui, orderId, kept)).outcome).toBe('SUCCESS');
    expect(await disputesOf(seller)).toEqual({ lost: 1, won: 0 });
    expect(await disputesOf(buyer)).toEqual({ lost: 0, won: 1 });
  });
});

describe('looking an order up', () => {
  const find = async (search: string) =>
    (await amy.send<CallOutput<'/operator/case/find'>>('/operator/case/find', { search })).data.items;

  it('finds it by its number, and the newest of a member by the account', async () => {
    const { buyer, order } = await lockedOrder(server, '500.00');
    const ids = async (search: string) => (await find(search)).map(({ orderId }) => orderId);
    expect(await ids(order.serialNo.toLowerCase())).toEqual([order.orderId]);
    expect(await ids(`#${order.orderId}`)).toEqual([order.orderId]);
    expect(await ids(buyer.account)).toEqual([order.orderId]);
    expect(await ids('nobody0000')).toEqual([]);
  });
});

// The last one: the clock that it moves by hand is not in the events of its order.
it('of an order whose clock is due has the clock fire first', async () => {
  const { order } = await lockedOrder(server, '500.00');
  await claim(rui, order.orderId, { reason: 'a caller asks' });
  await sql`update orders.timer set due_at = platform.app_now() - interval '1 second' where order_id = ${order.orderId} and name = 'pay'`.execute(
    owner,
  );
  expect((await rule(rui, order.orderId, cancel)).outcome).toBe('CASE_CHANGED');
  expect((await rule(rui, order.orderId, cancel)).outcome).toBe('SUCCESS');
});
