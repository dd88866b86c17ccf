import type { TranspassForm } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/**
 * Counts one try and returns what to compare with (null: no secret was chosen yet); undefined when the tries are used up. One statement,
 * so that parallel guesses are counted one by one, and committed before the compare, so that a crash gives none back.
 */
export async function countTry(
  db: Database,
  { memberId, triesMax }: { memberId: MemberId; triesMax: number },
): Promise<{ hash: string | null; tries: number } | undefined> {
  const { rows } = await sql<{ hash: string | null; tries: number }>`
    update member.credential
    set transpass_tries = transpass_tries + case when transpass_hash is null then 0 else 1 end
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

export async function hasSecret(db: Database, memberId: MemberId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member.credential where member_id = ${memberId} and transpass_hash is not null`.execute(db);
  return rows.length > 0;
}

export interface NewSecret {
  readonly hash: string;
  readonly form: TranspassForm;
}

/** Sets the secret, with all its tries. `onlyFirst`: false when one is set already, and nothing happens. */
export async function saveSecret(
  tx: Tx,
  { memberId, hash, form }: NewSecret & { memberId: MemberId },
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql`
    update member.credential set transpass_hash = ${hash}, transpass_form = ${form}, transpass_tries = 0
    where member_id = ${memberId} and (not ${onlyFirst} or transpass_hash is null) returning 1`.execute(tx);
  return rows.length > 0;
}
