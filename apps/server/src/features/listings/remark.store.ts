import type { RemarkRemoval } from '@holdfast/contract/orders';
import type { Suspicion } from '@holdfast/contract/rules';
import { defined, type MemberId, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import { NEWEST } from '#platform/paging/paging.ts';

/** A remark as its listing carries it. */
export interface ListingRemark {
  readonly id: string;
  readonly text: string;
  readonly removed: RemarkRemoval | null;
}

/** The remark of a row of `listing`. */
export const REMARK = sql`case when listing.remark_id is not null then (
  select json_build_object('id', id::text, 'text', text, 'removed', removed_because) from orders.remark where id = listing.remark_id) end`;

export async function insertRemark(
  tx: Tx,
  {
    ownerId,
    text,
    kinds,
  }: { readonly ownerId: MemberId; readonly text: string; readonly kinds: readonly Suspicion[] },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into orders.remark (owner_id, text, kinds, state)
    values (${ownerId}, ${text}, ${kinds}::text[], ${kinds.length > 0 ? 'open' : 'unseen'}) returning id::text`.execute(
    tx,
  );
  return defined(rows[0], 'an insert of one row').id;
}

/** `unseen`: nothing in it asks for a look; `open`: it waits for one; `withdrawn`: its owner has replaced it before anybody looked. */
export type RemarkState = 'unseen' | 'open' | 'kept' | 'removed' | 'withdrawn';

/** What there is of the same words of this member: what operators have taken down comes first, then what they were shown, then the newest. */
export async function findSaid(
  tx: Tx,
  ownerId: MemberId,
  text: string,
): Promise<{ readonly id: string; readonly state: RemarkState } | undefined> {
  const { rows } = await sql<{ id: string; state: RemarkState }>`
    select id::text, state from orders.remark where owner_id = ${ownerId} and text = ${text}
    order by state = 'removed' desc, state in ('open', 'kept') desc, remark.id desc limit 1`.execute(tx);
  return rows[0];
}

/** How many remarks of a member wait for operators; `max` are counted at most. */
export async function countOpen(tx: Tx, ownerId: MemberId, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from orders.remark where owner_id = ${ownerId} and state = 'open' limit ${max}) waiting`.execute(
    tx,
  );
  return defined(rows[0], 'a count').count;
}

/** Takes from the operators' queue what no listing says any more and no order has kept. */
export function withdrawRemark(tx: Tx, id: string): void {
  const withdraw = sql`
    update orders.remark set state = 'withdrawn' where id = ${id}::bigint and state = 'open'
      and not exists (select from orders.listing where remark_id = ${id}::bigint)
      and not exists (select from orders.orders where remark_id = ${id}::bigint)`;
  sendLater(tx, withdraw);
}

/** Its owner says it again: it waits as before, at its place in the queue. */
export async function reopenRemark(tx: Tx, id: string): Promise<void> {
  await sql`update orders.remark set state = 'open' where id = ${id}::bigint and state = 'withdrawn'`.execute(
    tx,
  );
}

export interface OpenRemark {
  readonly id: string;
  readonly ownerId: MemberId;
  readonly text: string;
  readonly kinds: readonly Suspicion[];
  readonly at: Date;
}

export async function listOpenRemarks(
  tx: Tx,
  { before = NEWEST, limit }: { readonly before: bigint | undefined; readonly limit: number },
): Promise<OpenRemark[]> {
  const { rows } = await sql<OpenRemark>`
    select id::text, owner_id::text as "ownerId", text, kinds, made_at as at from orders.remark
    where state = 'open' and id < ${before} order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/**
 * Decides on the words, not on one row: whatever this owner says with the same words is kept or taken down with it. Undefined: there is
 * none, or the same was decided already. One that was kept can still be taken down.
 */
export async function decideRemark(
  tx: Tx,
  {
    id,
    because,
    operatorId,
  }: { readonly id: string; readonly because: RemarkRemoval | null; readonly operatorId: OperatorId },
): Promise<{ readonly ownerId: MemberId } | undefined> {
  const state = because === null ? 'kept' : 'removed';
  const { rows } = await sql<{ ownerId: MemberId }>`
    with decided as (
      select owner_id, text from orders.remark where id = ${id}::bigint and state <> 'removed' and state <> ${state}
    )
    update orders.remark r
    set state = ${state}, removed_because = ${because}, decided_by = ${operatorId}, decided_at = platform.app_now()
    from decided
    where r.owner_id = decided.owner_id and r.text = decided.text and r.state <> 'removed' and r.state <> ${state}
    returning r.owner_id::text as "ownerId"`.execute(tx);
  return rows[0];
}
