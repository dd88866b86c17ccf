import type { OrderState, RulingReason } from '@holdfast/contract/orders';
import type { MemberId, Minor, OperatorId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';

/** What a case room shows beside what the parties see: how an order has come out, its cases, its events with their details. */

export interface Outcome {
  readonly previousState: OrderState | null;
  readonly fault: string | null;
  readonly resolution: string | null;
  readonly isLate: boolean;
  readonly cancelReason: string | null;
  readonly settledQuantity: Minor | null;
}

export async function findOutcome(tx: Tx, orderId: OrderId): Promise<Outcome | undefined> {
  const { rows } = await sql<Outcome>`
    select previous_state as "previousState", fault, resolution, late as "isLate", cancel_reason as "cancelReason",
      settled_quantity as "settledQuantity"
    from orders.orders where id = ${orderId}`.execute(tx);
  return rows[0];
}

export interface CaseFile {
  readonly id: string;
  readonly openedBy: string;
  readonly event: string;
  readonly previousState: OrderState;
  readonly reason: string | null;
  /** Opened where it is read. */
  readonly text: string;
  readonly proofIds: readonly string[];
  readonly openedAt: Date;
  readonly firstAnswerDueAt: Date;
  readonly rulingDueAt: Date;
  readonly escalatesAt: Date;
  readonly escalatedAt: Date | null;
  readonly firstAnsweredAt: Date | null;
  readonly closedAt: Date | null;
  readonly outcome: string | null;
  /** What an operator has decided; null where nobody has, or the parties ended it. */
  readonly ruling: {
    readonly reason: RulingReason;
    readonly text: string;
    readonly evidence: readonly string[];
    readonly ruledBy: OperatorId;
    readonly approvedBy: OperatorId | null;
  } | null;
}

interface CaseRow extends Omit<CaseFile, 'text' | 'ruling'> {
  readonly textSealed: Buffer | null;
  readonly rulingReason: RulingReason | null;
  readonly rulingTextSealed: Buffer | null;
  readonly evidence: readonly string[];
  readonly closedBy: OperatorId | null;
  readonly approvedBy: OperatorId | null;
}

/** More cases of one order are no ordinary order; the newest are shown. */
const CASES_MAX = 20;

/** The cases of an order, the newest first. */
export async function listCases(tx: Tx, orderId: OrderId): Promise<CaseFile[]> {
  const { rows } = await sql<CaseRow>`
    select id::text, opened_by as "openedBy", event, previous_state as "previousState", reason, text_sealed as "textSealed",
      proof_ids as "proofIds", opened_at as "openedAt", first_answer_due_at as "firstAnswerDueAt", ruling_due_at as "rulingDueAt",
      escalates_at as "escalatesAt", escalated_at as "escalatedAt", first_answered_at as "firstAnsweredAt", closed_at as "closedAt", outcome, ruling_reason as "rulingReason",
      ruling_text_sealed as "rulingTextSealed", evidence, closed_by::text as "closedBy", approved_by::text as "approvedBy"
    from orders.case_file where order_id = ${orderId} order by case_file.id desc limit ${CASES_MAX}`.execute(
    tx,
  );
  const keys = keysOf(tx);
  return rows.map(
    ({ textSealed, rulingReason, rulingTextSealed, evidence, closedBy: ruledBy, approvedBy, ...row }) => ({
      ...row,
      get text() {
        return keys.open('orders.case_file.text_sealed', row.id, textSealed);
      },
      ruling:
        rulingReason === null || ruledBy === null
          ? null
          : {
              reason: rulingReason,
              text: keys.open('orders.case_file.ruling_text_sealed', row.id, rulingTextSealed),
              evidence,
              ruledBy,
              approvedBy,
            },
    }),
  );
}

/** How members have traded so far. */
export interface TradeRecord {
  readonly memberId: MemberId;
  readonly finished: number;
  readonly ended: number;
  readonly releaseSeconds: number | null;
}

export async function findRecords(
  tx: Tx,
  [one, other]: readonly [MemberId, MemberId],
): Promise<{ records: ReadonlyMap<MemberId, TradeRecord>; together: number }> {
  const { rows } = await sql<TradeRecord>`
    select member_id::text as "memberId", finished, ended, release_seconds as "releaseSeconds"
    from orders.trader where member_id in (${one}, ${other})`.execute(tx);
  const { rows: pairs } = await sql<{ finished: number }>`
    select finished from orders.traded
    where low_id = least(${one}::bigint, ${other}::bigint) and high_id = greatest(${one}::bigint, ${other}::bigint)`.execute(
    tx,
  );
  return {
    records: new Map(rows.map((row) => [row.memberId, row])),
    together: pairs[0]?.finished ?? 0,
  };
}
