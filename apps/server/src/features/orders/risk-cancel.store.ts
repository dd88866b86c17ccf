import { toMemberId, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { ORDER, toOrder, type LockedOrder, type LockedOrderRow } from './order.store.ts';

/** Begins to cancel what a member has open; nothing where that has begun already. */
export async function enqueueRiskCancel(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`insert into orders.risk_cancel (member_id) values (${memberId}) on conflict do nothing`.execute(
    tx,
  );
}

/** A listing or an order that is to be ended. */
export interface RiskItem {
  readonly kind: 'listing' | 'order';
  readonly id: string;
  /** How often it failed before. */
  readonly tries: number;
}

/** A member whose turn it is. */
export interface RiskCancel {
  readonly memberId: MemberId;
  /** What has failed before. */
  readonly failed: readonly (RiskItem & { readonly isWaiting: boolean })[];
}

/** How long a row lock is waited for: who holds one delays neither the other items nor the other members. */
const LOCK_TIMEOUT = sql.lit('500ms');

/** A member whose turn it is, with the row lock: no other worker gets the same one. */
export async function claimRiskCancel(tx: Tx): Promise<RiskCancel | undefined> {
  await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(tx);
  const { rows } = await sql<{ id: string; failed: RiskCancel['failed'] }>`
    select member_id as id, array(
        select json_build_object('kind', kind, 'id', item_id::text, 'tries', tries, 'isWaiting', retry_at > platform.app_now())
        from orders.risk_cancel_retry retry where retry.member_id = risk_cancel.member_id) as failed
    from orders.risk_cancel where due_at <= platform.app_now()
    order by due_at, member_id for no key update skip locked limit 1`.execute(tx);
  return rows[0] && { memberId: toMemberId(rows[0].id), failed: rows[0].failed };
}

/** Nothing is left to do for the member, or they may sign in again. */
export async function endRiskCancel(tx: Tx, memberId: MemberId): Promise<void> {
  await sql`delete from orders.risk_cancel where member_id = ${memberId}`.execute(tx);
}

/** What is left of a member cannot be ended now. */
export async function postponeRiskCancel(
  db: Database | Tx,
  memberId: MemberId,
  seconds: number,
): Promise<void> {
  await sql`
    update orders.risk_cancel set due_at = platform.app_now() + make_interval(secs => ${seconds})
    where member_id = ${memberId}`.execute(db);
}

/**
 * Puts an item off that has failed; false when another worker has done so meanwhile, or when the member is no longer worked through. The row lock of
 * the member is not waited for: who claims them next need not be ready before this is known.
 */
export async function postponeRiskItem(
  tx: Tx,
  { memberId, kind, id, tries: before }: RiskItem & { readonly memberId: MemberId },
  { tries, seconds }: { tries: number; seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into orders.risk_cancel_retry as retry (member_id, kind, item_id, tries, retry_at)
    select member_id, ${kind}, ${id}, ${tries}, platform.app_now() + make_interval(secs => ${seconds})
    from orders.risk_cancel where member_id = ${memberId} for key share
    on conflict (member_id, kind, item_id) do update set tries = excluded.tries, retry_at = excluded.retry_at
      where retry.tries = ${before} and retry.retry_at <= platform.app_now()
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Which live orders of a member, on either side. */
const areOf = ({ memberId, states }: { memberId: MemberId; states: readonly string[] }) => sql`
  (orders.payer_id = ${memberId} or orders.payee_id = ${memberId}) and orders.ended_at is null and orders.state = any(${states}::text[])`;

/** The oldest of them, with its row lock. One that somebody else holds is passed over. */
export async function selectOrderToCancel(
  tx: Tx,
  { except, ...whose }: Parameters<typeof areOf>[0] & { readonly except: readonly string[] },
): Promise<LockedOrder | undefined> {
  const { rows } = await sql<LockedOrderRow>`
    select ${ORDER} from orders.orders where ${areOf(whose)} and orders.id <> all(${except}::bigint[])
    order by orders.id limit 1 for no key update skip locked`.execute(tx);
  return rows[0] && toOrder(tx, rows[0]);
}

/** Whether a member still has something to end, held by somebody else or put off. */
export async function hasOpenItems(tx: Tx, whose: Parameters<typeof areOf>[0]): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from orders.listing where owner_id = ${whose.memberId} and ended_at is null)
      or exists (select from orders.orders where ${areOf(whose)})`.execute(tx);
  return rows.length > 0;
}
