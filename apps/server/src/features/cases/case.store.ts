import type { CaseDuty, CaseStage } from '@holdfast/contract/operators';
import type { OrderState } from '@holdfast/contract/orders';
import type { Coin, MemberId, Minor, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** Counting further would cost what it counts. */
const COUNTED_MAX = 999;

/**
 * All that waits for a person now: open cases, and stuck orders whose parties still talk. Both are found by indexes of what is open alone, so it
 * costs what is on the board, whatever has been before.
 */
const WAITING = sql`waiting as (
  select c.order_id, c.id as case_id, case when c.escalated_at is not null then 'escalated' when o.ended_at is null then 'case' else 'beside' end as stage, c.opened_by, c.reason, c.opened_at as since,
    case when c.escalated_at is null and c.escalates_at <= platform.app_now() then 'escalation'
      when c.first_answered_at is null and c.ruling_due_at > platform.app_now() then 'firstAnswer' else 'ruling' end as duty,
    case when c.escalated_at is null and c.escalates_at <= platform.app_now() then c.escalates_at
      when c.first_answered_at is null and c.ruling_due_at > platform.app_now() then c.first_answer_due_at else c.ruling_due_at end as due_at
  from orders.case_file c join orders.orders o on o.id = c.order_id where c.closed_at is null
  union all
  select o.id, null, 'self', null, null, o.duty_since, 'self', coalesce(t.due_at, o.duty_since)
  from orders.orders o left join orders.timer t on t.order_id = o.id and t.name = 'self' where o.state = 'STUCK_SELF')`;
const IS_LATE = sql`waiting.stage <> 'self' and waiting.due_at <= platform.app_now()`;
/** Since when it waits, in microseconds: what the board is sorted by. */
const KEY = sql`(extract(epoch from waiting.since) * 1000000)::bigint`;

export interface Waiting {
  readonly orderId: OrderId;
  readonly serialNo: string;
  readonly caseId: string | null;
  readonly stage: CaseStage;
  readonly state: OrderState;
  readonly openedBy: string | null;
  readonly reason: string | null;
  readonly coin: Coin;
  readonly quantity: Minor;
  readonly payTwd: bigint;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly since: Date;
  readonly duty: CaseDuty;
  readonly dueAt: Date;
  readonly key: bigint;
}

export interface BoardQuery {
  readonly stages: readonly CaseStage[];
  readonly isLate?: boolean;
  /** Only these orders, or all but these. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  readonly after?: { readonly since: bigint; readonly id: bigint } | undefined;
  readonly limit: number;
}

/** What waits, the oldest first. */
export async function listBoard(tx: Tx, query: BoardQuery): Promise<Waiting[]> {
  const { stages, isLate = false, only, except = [], after, limit } = query;
  const { rows } = await sql<Waiting>`
    with ${WAITING}
    select waiting.order_id::text as "orderId", o.serial_no as "serialNo", waiting.case_id::text as "caseId", waiting.stage, o.state,
      waiting.opened_by as "openedBy", waiting.reason, o.coin, o.quantity, o.pay_twd as "payTwd", o.payer_id::text as "payerId",
      o.payee_id::text as "payeeId", waiting.since, waiting.duty, waiting.due_at as "dueAt", ${KEY} as key
    from waiting join orders.orders o on o.id = waiting.order_id
    where waiting.stage = any(${stages}::text[]) and waiting.order_id <> all(${except}::bigint[])
      ${only === undefined ? sql`` : sql`and waiting.order_id = any(${only}::bigint[])`}
      ${isLate ? sql`and ${IS_LATE}` : sql``}
      ${after === undefined ? sql`` : sql`and (${KEY}, waiting.order_id) > (${after.since}, ${after.id})`}
    order by ${KEY}, waiting.order_id limit ${limit}`.execute(tx);
  return rows;
}

export interface StageCount {
  readonly stage: CaseStage;
  readonly waiting: number;
  readonly late: number;
}

export async function countBoard(tx: Tx): Promise<StageCount[]> {
  const { rows } = await sql<StageCount>`
    with ${WAITING}
    select stage, least(count(*), ${COUNTED_MAX})::int as waiting, least(count(*) filter (where ${IS_LATE}), ${COUNTED_MAX})::int as late
    from waiting group by stage`.execute(tx);
  return rows;
}

/** Where one order stands. */
export interface Item {
  readonly serialNo: string;
  readonly version: number;
  readonly state: OrderState;
  /** It is on the board. */
  readonly waits: boolean;
  /** Nobody has ruled in time: it is with who leads. */
  readonly isEscalated: boolean;
}

export async function findItem(tx: Tx, orderId: OrderId): Promise<Item | undefined> {
  const { rows } = await sql<Item>`
    select o.serial_no as "serialNo", o.version, o.state,
      o.state = 'STUCK_SELF' or exists (select from orders.case_file c where c.order_id = o.id and c.closed_at is null) as waits,
      exists (select from orders.case_file c where c.order_id = o.id and c.closed_at is null and c.escalated_at is not null) as "isEscalated"
    from orders.orders o where o.id = ${orderId}`.execute(tx);
  return rows[0];
}

export async function serialNosOf(tx: Tx, ids: readonly OrderId[]): Promise<Map<OrderId, string>> {
  const { rows } = await sql<{ id: OrderId; serialNo: string }>`
    select id::text, serial_no as "serialNo" from orders.orders where id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, serialNo }) => [id, serialNo]));
}
