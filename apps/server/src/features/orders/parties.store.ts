import type { CommonTrace } from '@holdfast/contract/operators';
import type { MemberId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

export interface WaitingParties {
  readonly orderId: OrderId;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
}

/** Up to `limit` orders that have waited longest for the look at their parties. Their rows are gone with the commit; another worker passes over them. */
export async function takeWaitingParties(tx: Tx, limit: number): Promise<WaitingParties[]> {
  const { rows } = await sql<WaitingParties>`
    with taken as (
      delete from orders.parties_waiting where order_id = any(array(
        select order_id from orders.parties_waiting where at <= platform.app_now() order by at limit ${limit} for update skip locked))
      returning order_id
    )
    select o.id::text as "orderId", o.payer_id::text as "payerId", o.payee_id::text as "payeeId"
    from orders.orders o join taken on taken.order_id = o.id`.execute(tx);
  return rows;
}

const PUT_OFF_MINUTES = 10;

/** Puts off the look at one that has failed. */
export async function postponeParties(db: Database, orderId: OrderId): Promise<void> {
  await sql`
    update orders.parties_waiting set at = platform.app_now() + make_interval(mins => ${PUT_OFF_MINUTES}::int)
    where order_id = ${orderId}`.execute(db);
}

export async function insertFlaggedParties(
  tx: Tx,
  orderId: OrderId,
  kinds: readonly CommonTrace[],
): Promise<void> {
  await sql`
    insert into orders.flagged_parties (order_id, kinds) values (${orderId}, ${kinds}::text[]) on conflict do nothing`.execute(
    tx,
  );
}
