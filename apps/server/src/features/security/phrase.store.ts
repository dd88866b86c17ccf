import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface Reader {
  /** The proven mail address, or ''. */
  readonly mail: string;
  readonly phraseSealed: Buffer | null;
}

/** Runs for `undefined` too: queuing a message for an account that does not exist must take the same work. */
export async function findReader(tx: Tx, memberId: MemberId | undefined): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select case when email_unproven then '' else email end as mail, phrase_sealed as "phraseSealed"
    from member.member where id = ${memberId ?? null}`.execute(tx);
  return rows[0];
}

/** Saves the sealed phrase; null removes it. */
export async function savePhrase(tx: Tx, memberId: MemberId, sealed: Buffer | null): Promise<void> {
  await sql`update member.member set phrase_sealed = ${sealed} where id = ${memberId}`.execute(tx);
}
