import type { FlagState, FlagVerdict } from '@holdfast/contract/operators';
import type { LineKind, OrderState } from '@holdfast/contract/orders';
import type { Suspicion } from '@holdfast/contract/rules';
import type { MemberId, OperatorId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';

/** A line that looks suspicious, in the queue of all orders. */
export interface Flag {
  readonly id: string;
  readonly orderId: OrderId;
  readonly serialNo: string;
  readonly orderState: OrderState;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly number: number;
  readonly author: 'payer' | 'payee';
  readonly kinds: readonly Suspicion[];
  readonly at: Date;
  readonly state: FlagState;
  readonly decidedBy: OperatorId | null;
  readonly decidedAt: Date | null;
}

export interface FlagQuery {
  readonly state: FlagState;
  readonly kind: Suspicion | undefined;
  readonly before: bigint | undefined;
  readonly limit: number;
}

/** The newest first: one range of an index, of all kinds or of one. */
export async function listFlags(tx: Tx, { state, kind, before, limit }: FlagQuery): Promise<Flag[]> {
  const { rows } = await sql<Flag>`
    select f.id::text, f.order_id::text as "orderId", o.serial_no as "serialNo", o.state as "orderState", o.payer_id::text as "payerId",
      o.payee_id::text as "payeeId", f.number, l.author, f.kinds, f.at, f.verdict as state, f.decided_by::text as "decidedBy",
      f.decided_at as "decidedAt"
    from orders.flagged_line f
      join orders.thread_line l on l.order_id = f.order_id and l.number = f.number
      join orders.orders o on o.id = f.order_id
    where f.verdict = ${state} and f.id < ${before ?? 2n ** 63n - 1n}
      ${kind === undefined ? sql`` : sql`and f.kinds @> array[${sql.lit(kind)}]`}
    order by f.id desc limit ${limit}`.execute(tx);
  return rows;
}

/** A line beside a flag. */
export interface ContextLine {
  readonly orderId: OrderId;
  readonly number: number;
  readonly author: 'payer' | 'payee' | 'operator';
  readonly kind: LineKind;
  readonly text: string | null;
  readonly at: Date;
}

/** What stands around lines: the two before each and the one behind it, without what the order tells of itself. */
export async function listAround(
  tx: Tx,
  flags: readonly Pick<Flag, 'orderId' | 'number'>[],
): Promise<ContextLine[]> {
  const { rows } = await sql<Omit<ContextLine, 'text'> & { textSealed: Buffer | null }>`
    select distinct on (l.order_id, l.number) l.order_id::text as "orderId", l.number, l.author, l.kind, l.text_sealed as "textSealed", l.at
    from unnest(${flags.map(({ orderId }) => orderId)}::bigint[], ${flags.map(({ number }) => number)}::int[]) f (order_id, number)
      join orders.thread_line l on l.order_id = f.order_id and l.number between f.number - 2 and f.number + 1 and l.kind <> 'event'
    order by l.order_id, l.number`.execute(tx);
  const keys = keysOf(tx);
  return rows.map(({ textSealed, ...line }) => ({
    ...line,
    text:
      textSealed && keys.open('orders.thread_line.text_sealed', `${line.orderId} ${line.author}`, textSealed),
  }));
}

/** Says what it was; undefined where somebody has said so already, or there is none. */
export async function decideFlag(
  tx: Tx,
  { id, verdict, operatorId }: { id: string; verdict: FlagVerdict; operatorId: OperatorId },
): Promise<{ orderId: OrderId; number: number } | undefined> {
  const { rows } = await sql<{ orderId: OrderId; number: number }>`
    update orders.flagged_line set verdict = ${verdict}, decided_by = ${operatorId}, decided_at = platform.app_now()
    where id = ${id} and verdict = 'open' returning order_id::text as "orderId", number`.execute(tx);
  return rows[0];
}
