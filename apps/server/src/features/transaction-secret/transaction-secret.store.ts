import type { SecretForm } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

/**
 * Counts one try and returns the stored hash (null: no secret is set); undefined when the tries are used up. One statement, so that
 * concurrent guesses are counted one by one; committed before the comparison, so that a crash uncounts none.
 */
export async function countTry(
  db: Database,
  { memberId, triesMax }: { memberId: MemberId; triesMax: number },
): Promise<{ hash: string | null; tries: number } | undefined> {
  const { rows } = await sql<{ hash: string | null; tries: number }>`
    update member.credential
    set secret_tries = secret_tries + case when secret_hash is null then 0 else 1 end
    where member_id = ${memberId} and secret_tries < ${triesMax}
    returning secret_hash as hash, secret_tries as tries`.execute(db);
  return rows[0];
}

/** Uncounts a try that was not compared. */
export async function uncountTry(db: Database, memberId: MemberId): Promise<void> {
  await sql`update member.credential set secret_tries = secret_tries - 1
            where member_id = ${memberId} and secret_tries > 0`.execute(db);
}

export async function clearTries(db: Database, memberId: MemberId): Promise<void> {
  await sql`update member.credential set secret_tries = 0 where member_id = ${memberId}`.execute(db);
}

export async function hasSecret(db: Database, memberId: MemberId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from member.credential where member_id = ${memberId} and secret_hash is not null`.execute(db);
  return rows.length > 0;
}

export interface NewSecret {
  readonly hash: string;
  readonly form: SecretForm;
}

/** Saves the secret and clears the tries. With `onlyFirst` it does nothing and returns false if one is set already. */
export async function saveSecret(
  tx: Tx,
  { memberId, hash, form }: NewSecret & { memberId: MemberId },
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql`
    update member.credential set secret_hash = ${hash}, secret_form = ${form}, secret_tries = 0
    where member_id = ${memberId} and (not ${onlyFirst} or secret_hash is null) returning 1`.execute(tx);
  return rows.length > 0;
}
