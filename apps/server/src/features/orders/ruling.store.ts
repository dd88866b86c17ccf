import type { OrderRuling } from '@holdfast/contract/calls';
import type { OrderEvent, RulingReason } from '@holdfast/contract/orders';
import type { OperatorId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { endClocks } from './case.store.ts';
import { keysOf, sendLater, type Tx } from '#platform/db/db.ts';

const TEXT = 'orders.case_file.ruling_text_sealed';

export interface NewRuling {
  readonly orderId: OrderId;
  readonly outcome: OrderEvent | 'dismissed';
  readonly reason: RulingReason;
  readonly text: string;
  readonly evidence: readonly string[];
  readonly ruledBy: OperatorId;
  readonly approvedBy: OperatorId | null;
}

/** Closes the open case of an order with a ruling. `caseId`: its, under the order's row lock. */
export async function saveRuling(tx: Tx, caseId: string, ruling: NewRuling): Promise<void> {
  const text = keysOf(tx).seal(TEXT, caseId, ruling.text);
  sendLater(
    tx,
    sql`
      with ended as (
        update orders.case_file set closed_at = platform.app_now(), outcome = ${ruling.outcome}, closed_by = ${ruling.ruledBy},
        approved_by = ${ruling.approvedBy}, ruling_reason = ${ruling.reason}, ruling_text_sealed = ${text}, evidence = ${ruling.evidence}::text[],
        first_answered_at = coalesce(first_answered_at, platform.app_now())
        where id = ${caseId} and closed_at is null returning id)
      ${endClocks}`,
  );
}

/** Those of the names of evidence that are events, cases, or lines of the thread of this order, or files that were shown in it. */
export async function findOwnEvidence(
  tx: Tx,
  orderId: OrderId,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    with asked as (select unnest(${names}::text[]) as name)
    select name from asked
    where exists (select from orders.event e where e.order_id = ${orderId} and 'event-' || e.version = name)
      or exists (select from orders.case_file f where f.order_id = ${orderId} and 'case-' || f.id = name)
      or exists (select from orders.thread_line l
        where l.order_id = ${orderId} and ('line-' || l.number = name or 'file-' || l.file_id = name))`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

/** The open case of an order has its first answer, if it had none. */
export function markAnswered(tx: Tx, orderId: OrderId): void {
  sendLater(
    tx,
    sql`
      with ended as (
        update orders.case_file set first_answered_at = platform.app_now()
        where order_id = ${orderId} and closed_at is null and first_answered_at is null returning id)
      ${endClocks} and name = 'firstAnswer'`,
  );
}

/** How operators have decided an order. */
export interface StoredRuling {
  readonly outcome: OrderRuling['outcome'];
  readonly reason: RulingReason;
  readonly text: string;
  readonly at: Date;
}

/** The last ruling on an order; undefined if there is none. */
export async function findLastRuling(tx: Tx, orderId: OrderId): Promise<StoredRuling | undefined> {
  const { rows } = await sql<Omit<StoredRuling, 'text'> & { id: string; textSealed: Buffer }>`
    select f.id::text, f.outcome, f.ruling_reason as reason, f.ruling_text_sealed as "textSealed", f.closed_at as at
    from orders.case_file f
    where f.order_id = ${orderId} and f.ruling_reason is not null order by f.id desc limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { id, textSealed, ...ruling } = row;
  return { ...ruling, text: keysOf(tx).open(TEXT, id, textSealed) };
}
