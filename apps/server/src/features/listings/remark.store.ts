import type { RemarkRemoval } from '@holdfast/contract/orders';
import type { Suspicion } from '@holdfast/contract/rules';
import { defined, type MemberId, type OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
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

/** Whether operators have taken down the same words of this member before. */
export async function wasRemoved(tx: Tx, ownerId: MemberId, text: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`
    select exists (select from orders.remark where owner_id = ${ownerId} and state = 'removed' and text = ${text}) as was`.execute(
    tx,
  );
  return rows[0]?.was ?? false;
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

/** Undefined: there is none, or the same was decided already. One that was kept can still be taken down. */
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
    update orders.remark
    set state = ${state}, removed_because = ${because}, decided_by = ${operatorId}, decided_at = platform.app_now()
    where id = ${id}::bigint and state <> 'removed' and state <> ${state} returning owner_id::text as "ownerId"`.execute(
    tx,
  );
  return rows[0];
}
