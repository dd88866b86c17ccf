import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { SEALED } from '#platform/db/personal.ts';
import type { ReaderOf } from '#platform/messaging/messages.ts';

/**
 * Finds what a mail to a member needs: the proven address and the phrase. Runs for `undefined` too: queuing a message for an account that does
 * not exist must take the same work.
 */
export const findReader: ReaderOf = async (tx, memberId) => {
  const { rows } = await sql<{ mailSealed: Buffer | null; phraseSealed: Buffer | null }>`
    select case when email_proven_at is not null then email_sealed end as "mailSealed", phrase_sealed as "phraseSealed"
    from member.member where id = ${memberId ?? null}`.execute(tx);
  const [row] = rows;
  if (memberId === undefined || !row) return { mail: '', phrase: undefined };
  const keys = keysOf(tx);
  return {
    mail: keys.open(SEALED.mail, memberId, row.mailSealed),
    phrase: row.phraseSealed ? keys.open(SEALED.phrase, memberId, row.phraseSealed) : undefined,
  };
};

/** Saves the phrase; undefined removes it. */
export async function savePhrase(tx: Tx, memberId: MemberId, phrase: string | undefined): Promise<void> {
  const sealed = phrase === undefined ? null : keysOf(tx).seal(SEALED.phrase, memberId, phrase);
  await sql`update member.member set phrase_sealed = ${sealed} where id = ${memberId}`.execute(tx);
}
