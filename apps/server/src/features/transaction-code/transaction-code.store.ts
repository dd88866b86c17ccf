import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

/**
 * Counts one try and returns what to compare with; undefined when the tries are used up. One statement, so that parallel guesses
 * are counted one by one, and committed before the compare, so that a crash gives none back.
 */
export async function countTry(
  db: Database,
  { memberId, triesMax }: { memberId: MemberId; triesMax: number },
): Promise<{ hash: string; tries: number } | undefined> {
  const { rows } = await sql<{ hash: string; tries: number }>`
    update member.credential set transpass_tries = transpass_tries + 1
    where member_id = ${memberId} and transpass_tries < ${triesMax}
    returning transpass_hash as hash, transpass_tries as tries`.execute(db);
  return rows[0];
}

/** Takes back one try of which nothing came: there was no compare. */
export async function giveTryBack(db: Database, memberId: MemberId): Promise<void> {
  await sql`update member.credential set transpass_tries = transpass_tries - 1
            where member_id = ${memberId} and transpass_tries > 0`.execute(db);
}

export async function forgetTries(db: Database, memberId: MemberId): Promise<void> {
  await sql`update member.credential set transpass_tries = 0 where member_id = ${memberId}`.execute(db);
}
