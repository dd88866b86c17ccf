import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import type { TestClient } from '#testing/test-client.ts';
import { testServer } from '#testing/test-server.ts';
import { lockedOrder, paidInput } from '#testing/traders.ts';
import { listBoard } from './case.store.ts';

/** The stuck board: what waits, since when, until when, and who works on it (features O4 to O6, O9). */
const server = await testServer();
const { db, owner } = server.database;
const [rui, sam] = [await server.operator('resolver'), await server.operator('resolver')];

type List = CallOutput<'/operator/case/list'>;
type State = CallOutput<'/operator/case/state/{id}'>;
type Summary = CallOutput<'/operator/case/summary'>;

/** Each test has a board of its own: what earlier ones left is settled. */
beforeEach(async () => {
  await server.database.setClock('0');
  await sql`delete from review.claim`.execute(owner);
  await sql`delete from orders.case_file`.execute(owner);
  await sql`update orders.orders set state = 'PAID' where state in ('STUCK_SELF', 'STUCK_CASE')`.execute(
    owner,
  );
});

async function paidOrder(): Promise<string> {
  const { buyer, order } = await lockedOrder(server, '500.00');
  await buyer.call('/order/paid', paidInput(order));
  return order.orderId;
}

/** An order whose parties talk, since so long. */
async function stuckOrder(ago = '5 minutes'): Promise<string> {
  const id = await paidOrder();
  await sql`update orders.orders set state = 'STUCK_SELF', duty_since = platform.app_now() - ${ago}::interval where id = ${id}`.execute(
    owner,
  );
  await sql`update orders.timer set name = 'self', due_at = platform.app_now() - ${ago}::interval + interval '15 minutes' where order_id = ${id} and name = 'ack'`.execute(
    owner,
  );
  return id;
}

/** An order under a case that was opened so long ago. */
async function caseOf(ago: string, id?: string): Promise<string> {
  const orderId = id ?? (await paidOrder());
  if (id === undefined)
    await sql`update orders.orders set state = 'STUCK_CASE', previous_state = 'PAID' where id = ${orderId}`.execute(
      owner,
    );
  await sql`
    insert into orders.case_file (order_id, opened_by, event, previous_state, reason, opened_at, first_answer_due_at, ruling_due_at, escalates_at)
    select ${orderId}, 'payer', 'appeal', 'PAID', 'not-released', at, at + interval '30 minutes', at + interval '24 hours', at + interval '72 hours'
    from (select platform.app_now() - ${ago}::interval as at) opened`.execute(owner);
  return orderId;
}

const list = async (input: Partial<CallInput<'/operator/case/list'>> = {}, by = rui) =>
  (await by.send<List>('/operator/case/list', input)).data;
const idsOf = async (input: Partial<CallInput<'/operator/case/list'>> = {}, by = rui) =>
  (await list(input, by)).items.map(({ orderId }) => orderId);
const claimed = async (by: TestClient, id: string, input: object = {}) =>
  (await by.send('/operator/case/claim/{id}', input, { id })).outcome;
const stateOf = async (by: TestClient, id: string) =>
  (await by.send<State>('/operator/case/state/{id}', {}, { id })).data;
const summary = async (by: TestClient) => (await by.send<Summary>('/operator/case/summary', {})).data;

describe('the stuck board', () => {
  it('shows what waits, the longest wait first, with what is due next', async () => {
    const talking = await stuckOrder();
    const fresh = await caseOf('10 minutes');
    const old = await caseOf('25 hours');
    const older = await caseOf('73 hours');
    await sql`update orders.case_file set first_answered_at = opened_at where order_id = ${old}`.execute(
      owner,
    );
    const { items } = await list();
    expect(items.map(({ orderId, stage, duty }) => [orderId, stage, duty])).toEqual([
      [older, 'case', 'escalation'],
      [old, 'case', 'ruling'],
      [fresh, 'case', 'firstAnswer'],
      [talking, 'self', 'self'],
    ]);
    expect(items[2]).toMatchObject({
      openedBy: 'payer',
      reason: 'not-released',
      quantity: '500.00',
      payTwd: '500',
      claim: null,
    });
    const { since, dueAt } = defined(items[2], 'the fresh one');
    expect(Date.parse(dueAt) - Date.parse(since)).toBe(30 * 60_000);
    expect((await summary(rui)).stages).toEqual([
      { stage: 'self', waiting: 1, late: 0 },
      { stage: 'case', waiting: 3, late: 2 },
      { stage: 'beside', waiting: 0, late: 0 },
      { stage: 'escalated', waiting: 0, late: 0 },
    ]);
  });

  it('is narrowed by stage, by what is late, and by who has it', async () => {
    const talking = await stuckOrder();
    const fresh = await caseOf('10 minutes');
    const late = await caseOf('31 minutes');
    expect(await idsOf({ stage: 'self' })).toEqual([talking]);
    expect(await idsOf({ stage: 'case', late: '1' })).toEqual([late]);
    await claimed(rui, late);
    await claimed(sam, fresh);
    expect(await idsOf({ holder: 'mine' })).toEqual([late]);
    expect(await idsOf({ holder: 'mine' }, sam)).toEqual([fresh]);
    expect(await idsOf({ holder: 'nobody' })).toEqual([talking]);
    const [first] = (await list({ stage: 'case' }, sam)).items;
    expect(first?.claim).toMatchObject({ isMine: false });
  });

  it('has a case beside an order that is over', async () => {
    const { seller, order } = await lockedOrder(server, '500.00');
    await seller.call('/order/release', { orderId: order.orderId, version: '1' });
    await caseOf('1 minute', order.orderId);
    expect((await list()).items).toMatchObject([{ stage: 'beside', state: 'FINISHED' }]);
  });

  it('goes on behind the last line of a page, whatever comes or goes in between', async () => {
    const first = await caseOf('3 hours');
    const second = await caseOf('2 hours');
    const third = await caseOf('1 hour');
    const page = async (after?: { since: bigint; id: bigint }) =>
      inTransaction(db, (tx) => listBoard(tx, { stages: ['case'], after, limit: 1 }));
    const [one] = await page();
    await sql`update orders.case_file set closed_at = platform.app_now(), outcome = 'release' where order_id = ${first}`.execute(
      owner,
    );
    const keyOf = ({ key, orderId }: { key: bigint; orderId: string }) => ({
      since: key,
      id: BigInt(orderId),
    });
    const [two] = await page(keyOf(defined(one, 'a line')));
    const [three] = await page(keyOf(defined(two, 'a line')));
    expect([one, two, three].map((line) => line?.orderId)).toEqual([first, second, third]);
    expect(await page(keyOf(defined(three, 'a line')))).toEqual([]);
  });

  it('is read by support and risk, who can claim nothing, and by nobody else', async () => {
    const id = await caseOf('1 minute');
    for (const role of ['support', 'risk'] as const) {
      const reader = await server.operator(role);
      expect(await idsOf({}, reader)).toEqual([id]);
      expect(await claimed(reader, id)).toBe('ROLE_NOT_ALLOWED');
    }
    const reviewer = await server.operator('reviewer');
    expect((await reviewer.send('/operator/case/list', {})).outcome).toBe('ROLE_NOT_ALLOWED');
  });
});

describe('a claim of an order', () => {
  it('belongs to one operator for half an hour after the last sign of work', async () => {
    const id = await caseOf('1 minute');
    const outcomes = await Promise.all([claimed(rui, id), claimed(sam, id)]);
    expect(outcomes.filter((outcome) => outcome === 'SUCCESS')).toHaveLength(1);
    const [winner, other] = outcomes[0] === 'SUCCESS' ? [rui, sam] : [sam, rui];
    // The sessions of operators are shorter than a claim, so not the clock goes on but the claim goes back.
    const pass = async (minutes: number) =>
      sql`update review.claim set claimed_at = claimed_at - make_interval(mins => ${minutes}), ends_at = ends_at - make_interval(mins => ${minutes})`.execute(
        owner,
      );
    await pass(29);
    expect(await claimed(winner, id)).toBe('SUCCESS');
    await pass(29);
    expect(await claimed(other, id)).toBe('CASE_CLAIMED');
    await pass(1);
    expect(await claimed(other, id)).toBe('SUCCESS');
    expect((await stateOf(winner, id)).lostTo).toBeNull();
  });

  it('is taken over for a reason, as it was seen; who had it is told, on the board and in the room', async () => {
    const id = await caseOf('1 minute');
    await claimed(rui, id);
    const since = defined((await stateOf(sam, id)).claim, 'a claim').since;
    expect(await claimed(sam, id, { since })).toBe('PARAMETERS_INVALID');
    expect(await claimed(sam, id, { since: '2020-01-01T00:00:00.000Z', reason: 'rui has left' })).toBe(
      'REVIEW_NOT_HELD',
    );
    expect(await claimed(sam, id, { since, reason: 'rui has left' })).toBe('SUCCESS');
    const { lostTo } = await stateOf(rui, id);
    expect(lostTo?.by).toBeTruthy();
    expect((await summary(rui)).lost).toMatchObject([{ orderId: id, ...lostTo }]);
    expect((await summary(sam)).lost).toEqual([]);
    const { rows } = await sql<{ action: string; reason: string | null }>`
      select action, detail->>'reason' as reason from platform.audit where subject = ${`order:${id}`} and action like 'order-%' order by id`.execute(
      owner,
    );
    expect(rows).toEqual([
      { action: 'order-claimed', reason: null },
      { action: 'order-taken-over', reason: 'rui has left' },
    ]);
  });

  it('of an order that nobody complains about needs a reason', async () => {
    const id = await paidOrder();
    expect(await claimed(rui, id)).toBe('PARAMETERS_INVALID');
    expect(await claimed(rui, id, { reason: 'a caller asks' })).toBe('SUCCESS');
    expect(await claimed(rui, '999999')).toBe('ORDER_NOT_FOUND');
  });

  it('is given back by its holder alone, and the next one is what waits longest and nobody has', async () => {
    const next = async (by: TestClient) =>
      (await by.send<{ id: string | null }>('/operator/case/next', {})).data.id;
    await stuckOrder('50 minutes');
    const old = await caseOf('3 hours');
    const young = await caseOf('1 hour');
    expect([await next(rui), await next(sam), await next(sam)]).toEqual([old, young, null]);
    const release = async (by: TestClient, id: string) =>
      (await by.send('/operator/case/release/{id}', {}, { id })).outcome;
    expect(await release(sam, old)).toBe('CASE_CLAIM_NEEDED');
    expect(await release(rui, old)).toBe('SUCCESS');
    expect(await next(sam)).toBe(old);
  });
});
