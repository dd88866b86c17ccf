import { SERVICE_HOURS } from '@holdfast/contract/operators';
import type { OrderEvent, OrderState } from '@holdfast/contract/orders';
import { defined, type OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { keysOf, sendLater, type Tx } from '#platform/db/db.ts';
import type { Downtime } from '#platform/maintenance/downtime.store.ts';
import type { PastTransition } from './event.store.ts';

/** What operators decide about an order. The machine opens and closes a case with its order's transition, under the order's row lock. */
export interface CaseFile {
  readonly id: string;
  readonly orderId: OrderId;
  readonly openedBy: PastTransition['actor'];
  readonly event: OrderEvent;
  /** The order's when the case was opened; an end where the case lies beside the order. */
  readonly previousState: OrderState;
  readonly reason: string | null;
  readonly openedAt: Date;
  readonly firstAnswerDueAt: Date;
  readonly rulingDueAt: Date;
  readonly firstAnsweredAt: Date | null;
  /** When it goes to whoever leads the operators, and since when it is there. */
  readonly escalatesAt: Date;
  readonly escalatedAt: Date | null;
  readonly closedAt: Date | null;
  /** The event that ended it, or `dismissed`. */
  readonly outcome: string | null;
}

export interface NewCase extends Pick<
  CaseFile,
  'orderId' | 'openedBy' | 'event' | 'previousState' | 'reason'
> {
  /** What the member wrote who opens it. */
  readonly text: string | null;
  readonly proofIds: readonly string[];
  readonly firstAnswerMs: number;
  readonly rulingMs: number;
  readonly escalationMs: number;
}

export type OpenedCase = Pick<CaseFile, 'id' | 'rulingDueAt'>;

const TEXT = 'orders.case_file.text_sealed';
const CASE = sql`id::text, order_id::text as "orderId", opened_by as "openedBy", event, previous_state as "previousState", reason,
  opened_at as "openedAt", first_answer_due_at as "firstAnswerDueAt", ruling_due_at as "rulingDueAt", first_answered_at as "firstAnsweredAt",
  escalates_at as "escalatesAt", escalated_at as "escalatedAt", closed_at as "closedAt", outcome`;

const { opens, closes } = SERVICE_HOURS;
const hour = (of: number) => `${of}:00`;

/** Opens a case of an order that has none, with its clocks. Returns its id, and by when it is to be decided. */
export async function openCase(tx: Tx, opened: NewCase): Promise<OpenedCase> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('orders.case_file', 'id'))::text as id`.execute(tx);
  const { id } = defined(rows[0], 'a sequence has a next value');
  const text = opened.text === null ? null : keysOf(tx).seal(TEXT, id, opened.text);
  const after = (ms: number) => sql`platform.app_now() + make_interval(secs => ${ms / 1000})`;
  const { rows: inserted } = await sql<{ rulingDueAt: Date }>`
    with opened as (
      insert into orders.case_file (id, order_id, opened_by, event, previous_state, reason, text_sealed, proof_ids, first_answer_due_at,
        ruling_due_at, escalates_at)
      overriding system value
      values (${id}, ${opened.orderId}, ${opened.openedBy}, ${opened.event}, ${opened.previousState}, ${opened.reason}, ${text},
        ${opened.proofIds}::text[],
        orders.due_in_service(platform.app_now(), make_interval(secs => ${opened.firstAnswerMs / 1000}), ${hour(opens)}::time, ${hour(closes)}::time),
        ${after(opened.rulingMs)}, ${after(opened.escalationMs)})
      returning id, first_answer_due_at, ruling_due_at, escalates_at
    ), clocks as (
      insert into orders.case_timer (case_id, name, due_at)
      select id, clock.name, clock.due_at from opened,
        lateral (values ('firstAnswer', first_answer_due_at), ('ruling', ruling_due_at), ('escalation', escalates_at)) clock (name, due_at)
    )
    select ruling_due_at as "rulingDueAt" from opened`.execute(tx);
  return { id, ...defined(inserted[0], 'a case that was opened') };
}

/** SQL that ends the clocks of the cases in `ended`. */
export const endClocks = sql`delete from orders.case_timer using ended where case_id = ended.id`;

/** Closes the open case of an order, if there is one. */
export async function closeCase(tx: Tx, orderId: OrderId, outcome: OrderEvent | 'dismissed'): Promise<void> {
  sendLater(
    tx,
    sql`
      with ended as (
        update orders.case_file set closed_at = platform.app_now(), outcome = ${outcome}
        where order_id = ${orderId} and closed_at is null returning id)
      ${endClocks}`,
  );
}

/** The open case of an order; undefined if there is none. */
export async function findOpenCase(tx: Tx, orderId: OrderId): Promise<CaseFile | undefined> {
  const { rows } = await sql<CaseFile>`
    select ${CASE} from orders.case_file where order_id = ${orderId} and closed_at is null`.execute(tx);
  return rows[0];
}

/** Until when the open cases of orders are to be ruled. */
export async function findRulingDates(
  tx: Tx,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, Date>> {
  const { rows } = await sql<{ orderId: OrderId; rulingDueAt: Date }>`
    select order_id::text as "orderId", ruling_due_at as "rulingDueAt" from orders.case_file
    where order_id = any(${orderIds}::bigint[]) and closed_at is null`.execute(tx);
  return new Map(rows.map(({ orderId, rulingDueAt }) => [orderId, rulingDueAt]));
}

/** Moves the times and clocks of the open cases by the part of a downtime during which they ran. One that had passed before stays. */
export async function moveCases(tx: Tx, { from, until }: Downtime): Promise<void> {
  const moved = (due: RawBuilder<unknown>) =>
    sql`case when ${due} > ${from} then ${due} + (${until}::timestamptz - greatest(opened_at, ${from}::timestamptz)) else ${due} end`;
  await sql`
    update orders.case_file set first_answer_due_at = ${moved(sql`first_answer_due_at`)}, ruling_due_at = ${moved(sql`ruling_due_at`)},
      escalates_at = ${moved(sql`escalates_at`)}
    where closed_at is null and opened_at < ${until} and greatest(escalates_at, ruling_due_at) > ${from}`.execute(
    tx,
  );
  await sql`
    update orders.case_timer set due_at = due_at + (${until}::timestamptz - greatest(started_at, ${from}::timestamptz))
    where due_at > ${from} and started_at < ${until}`.execute(tx);
}
