import { toMemberId, toOrderId, type MemberId, type OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/** Begins to cancel what a member has open; nothing where that has begun already. */
export async function enqueueRiskCancel(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`insert into orders.risk_cancel (member_id) values (${memberId}) on conflict do nothing`.execute(
    tx,
  );
}

/** A member whose turn it is, with the row lock: no other worker gets the same one. */
export async function claimRiskCancel(tx: Tx): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from orders.risk_cancel where due_at <= platform.app_now()
    order by due_at, member_id for update skip locked limit 1`.execute(tx);
  return rows[0] && toMemberId(rows[0].id);
}

/** Nothing is left to do for the member, or they may sign in again. */
export async function endRiskCancel(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`delete from orders.risk_cancel where member_id = ${memberId}`.execute(tx);
}

/** After a failure, so that it does not keep the others waiting. */
export async function postponeRiskCancel(db: Database, memberId: MemberId, seconds: number): Promise<void> {
  await sql`
    update orders.risk_cancel set due_at = platform.app_now() + make_interval(secs => ${seconds})
    where member_id = ${memberId}`.execute(db);
}

/** The oldest live order of a member in one of these states, on either side. */
export async function findOrderIn(
  tx: Tx,
  memberId: MemberId,
  states: readonly string[],
): Promise<OrderId | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from orders.orders where payer_id = ${memberId} and ended_at is null and state = any(${states}::text[])
      union all
      select id from orders.orders where payee_id = ${memberId} and ended_at is null and state = any(${states}::text[])
    ) found
    order by id limit 1`.execute(tx);
  return rows[0] && toOrderId(rows[0].id);
}
