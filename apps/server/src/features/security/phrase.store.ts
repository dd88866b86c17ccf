import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface ReaderRow {
  /** The proven mail address, or ''. */
  readonly mail: string;
  readonly phrase_sealed: Buffer | null;
}

/** Asked for nobody too: a message to an account that does not exist must not be quicker to write. */
export async function findReader(tx: Tx, memberId: MemberId | undefined): Promise<ReaderRow | undefined> {
  const { rows } = await sql<ReaderRow>`
    select case when email_unproven then '' else email end as mail, phrase_sealed
    from member.member where id = ${memberId ?? null}`.execute(tx);
  return rows[0];
}

/** Null removes it. */
export async function savePhrase(tx: Tx, memberId: MemberId, sealed: Buffer | null): Promise<void> {
  await sql`update member.member set phrase_sealed = ${sealed} where id = ${memberId}`.execute(tx);
}
