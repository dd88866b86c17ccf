import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { NEWEST } from '#platform/paging/paging.ts';
import type { Tx } from '#platform/db/db.ts';

/** Whom a member has blocked, and the favourites: two lists of the same shape. */
export type Relation = 'block' | 'favourite';

const TABLES = { block: sql`orders.block`, favourite: sql`orders.favourite` } as const;

/** Writes it unless the list is full; false then. One that is there already stays as it is. */
export async function insertRelation(
  tx: Tx,
  relation: Relation,
  { memberId, otherId, max }: { memberId: MemberId; otherId: MemberId; max: number },
): Promise<boolean> {
  // The member's own commands run one after the other (the session's row lock), so nobody adds a row in between.
  const { rows } = await sql<{ isThere: boolean; count: number }>`
    select coalesce(bool_or(other_id = ${otherId}), false) as "isThere", count(*)::int as count
    from ${TABLES[relation]} where member_id = ${memberId}`.execute(tx);
  const { isThere = false, count = 0 } = rows[0] ?? {};
  if (isThere) return true;
  if (count >= max) return false;
  await sql`insert into ${TABLES[relation]} (member_id, other_id) values (${memberId}, ${otherId})`.execute(
    tx,
  );
  return true;
}

export async function deleteRelation(
  tx: Tx,
  relation: Relation,
  { memberId, otherId }: { memberId: MemberId; otherId: MemberId },
): Promise<void> {
  await sql`delete from ${TABLES[relation]} where member_id = ${memberId} and other_id = ${otherId}`.execute(
    tx,
  );
}

/** How many orders two members have finished with each other, which is kept up as orders end. */
export async function countTrades(tx: Tx, one: MemberId, other: MemberId): Promise<number> {
  const { rows } = await sql<{ finished: number }>`
    select finished from orders.traded
    where low_id = least(${one}::bigint, ${other}::bigint) and high_id = greatest(${one}::bigint, ${other}::bigint)`.execute(
    tx,
  );
  return rows[0]?.finished ?? 0;
}

export interface Related {
  readonly id: bigint;
  readonly otherId: MemberId;
  readonly at: Date;
}

export async function listRelations(
  tx: Tx,
  relation: Relation,
  { memberId, before = NEWEST, limit }: { memberId: MemberId; before: bigint | undefined; limit: number },
): Promise<Related[]> {
  const { rows } = await sql<Related>`
    select id, other_id::text as "otherId", at from ${TABLES[relation]}
    where member_id = ${memberId} and id < ${before} order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Of a list that is never long. */
export async function countRelations(tx: Tx, relation: Relation, memberId: MemberId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${TABLES[relation]} where member_id = ${memberId}`.execute(tx);
  return rows[0]?.count ?? 0;
}
