import type { CommonTrace, FlagState, FlagVerdict } from '@holdfast/contract/operators';
import type { OrderState } from '@holdfast/contract/orders';
import type { Coin, MemberId, Minor, OperatorId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { NEWEST } from '#platform/paging/paging.ts';

/** An order whose parties have something in common, in the queue of all orders. */
interface FlaggedParties {
  readonly id: string;
  readonly orderId: OrderId;
  readonly serialNo: string;
  readonly orderState: OrderState;
  readonly coin: Coin;
  readonly quantity: Minor;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly tradedTogether: number;
  readonly kinds: readonly CommonTrace[];
  readonly at: Date;
  readonly state: FlagState;
  readonly decidedBy: OperatorId | null;
  readonly decidedAt: Date | null;
}

/** The newest first: one range of an index. */
export async function listFlaggedParties(
  tx: Tx,
  { state, before = NEWEST, limit }: { state: FlagState; before: bigint | undefined; limit: number },
): Promise<FlaggedParties[]> {
  const { rows } = await sql<FlaggedParties>`
    select f.id::text, f.order_id::text as "orderId", o.serial_no as "serialNo", o.state as "orderState", o.coin, o.quantity,
      o.payer_id::text as "payerId", o.payee_id::text as "payeeId", f.kinds, f.at, f.verdict as state, f.decided_by::text as "decidedBy",
      f.decided_at as "decidedAt",
      coalesce((select finished from orders.traded
        where low_id = least(o.payer_id, o.payee_id) and high_id = greatest(o.payer_id, o.payee_id)), 0) as "tradedTogether"
    from orders.flagged_parties f join orders.orders o on o.id = f.order_id
    where f.verdict = ${state} and f.id < ${before} order by f.id desc limit ${limit}`.execute(tx);
  return rows;
}

export async function findInCommon(tx: Tx, orderId: OrderId): Promise<CommonTrace[]> {
  const { rows } = await sql<{ kinds: CommonTrace[] }>`
    select kinds from orders.flagged_parties where order_id = ${orderId}`.execute(tx);
  return rows[0]?.kinds ?? [];
}

/** Says what it was; undefined where somebody has said so already, or there is none. */
export async function decideFlaggedParties(
  tx: Tx,
  { id, verdict, operatorId }: { id: string; verdict: FlagVerdict; operatorId: OperatorId },
): Promise<OrderId | undefined> {
  const { rows } = await sql<{ orderId: OrderId }>`
    update orders.flagged_parties set verdict = ${verdict}, decided_by = ${operatorId}, decided_at = platform.app_now()
    where id = ${id} and verdict = 'open' returning order_id::text as "orderId"`.execute(tx);
  return rows[0]?.orderId;
}
