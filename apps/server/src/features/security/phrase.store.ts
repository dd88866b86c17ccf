import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Tx } from '#platform/db/db.ts';
import { SEALED } from '#platform/db/personal.ts';
import type { PhraseOf } from '#platform/messaging/messages.ts';

/** Finds a member's phrase. Runs for `undefined` too: queuing a message for an account that does not exist must take the same work. */
export const findPhrase: PhraseOf = async (tx, memberId) => {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select phrase_sealed as sealed from member.member where id = ${memberId ?? null}`.execute(tx);
  const sealed = rows[0]?.sealed;
  return memberId !== undefined && sealed ? keysOf(tx).open(SEALED.phrase, memberId, sealed) : undefined;
};

/** Saves the phrase; undefined removes it. */
export async function savePhrase(tx: Tx, memberId: MemberId, phrase: string | undefined): Promise<void> {
  const sealed = phrase === undefined ? null : keysOf(tx).seal(SEALED.phrase, memberId, phrase);
  await sql`update member.member set phrase_sealed = ${sealed} where id = ${memberId}`.execute(tx);
}
