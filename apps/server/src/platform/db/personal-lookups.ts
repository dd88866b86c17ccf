import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from './db.ts';
import { MAIL_SOUGHT, NAME_SOUGHT } from './personal.ts';

/**
 * The look-up hashes by which operators find a member's mail address or real name. Whoever changes the value has changed the member's row
 * before: a change of keys locks it too before it adds a hash.
 */
const TABLES = {
  mail: { table: 'member.mail_lookup', purpose: MAIL_SOUGHT },
  realName: { table: 'member.real_name_lookup', purpose: NAME_SOUGHT },
} as const;
type Sought = keyof typeof TABLES;

/** Replaces the hashes of one value; `null`: there is none any more. */
export async function saveSought(
  tx: Tx | Database,
  memberId: MemberId,
  { field, value }: { readonly field: Sought; readonly value: string | null },
): Promise<void> {
  const { table, purpose } = TABLES[field];
  await sql`delete from ${sql.table(table)} where member_id = ${memberId}`.execute(tx);
  if (value === null) return;
  await sql`
    insert into ${sql.table(table)} (hash, member_id)
    select hash, ${memberId}::bigint from unnest(${keysOf(tx).lookups(purpose, value)}::bytea[]) hash order by hash`.execute(
    tx,
  );
}

/** The members who have exactly this value, the newest first. */
export async function findSought(
  tx: Tx,
  { field, value }: { readonly field: Sought; readonly value: string },
  { before, limit }: { readonly before: bigint; readonly limit: number },
): Promise<MemberId[]> {
  const { table, purpose } = TABLES[field];
  const { rows } = await sql<{ id: MemberId }>`
    select distinct member_id::text as id, member_id from ${sql.table(table)}
    where hash = any(${keysOf(tx).lookups(purpose, value)}::bytea[]) and member_id < ${before}
    order by member_id desc limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
