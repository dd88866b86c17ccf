import type { SecretForm } from '@holdfast/contract/member';
import { defined, type MemberId, type Rid } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { daysAgo, sweep } from '#platform/db/sweep.ts';
import { unflushed } from '#platform/db/unflushed.ts';

/** A secret that somebody tries, as a command names it: repeated by the same command it is the same try. */
export interface SecretTry {
  readonly memberId: MemberId;
  readonly rid: Rid;
  readonly proofHmac: Buffer;
}

export interface CountedTry {
  /** Null: no secret is set. */
  readonly hash: string | null;
  /** Null: the tries are used up, and nothing may be compared. */
  readonly tries: number | null;
  /** This very try was compared before, and was wrong. */
  readonly isRefused: boolean;
  /** `knownHash` is the stored one and no try is counted, nor is this one. */
  readonly isKnown: boolean;
}

/**
 * Counts a try unless it was counted before. Committed before the comparison, so that a crash uncounts none. `knownHash`: the stored hash that this
 * secret is known to be right for. Tries at one member come one after the other over all processes.
 */
export async function countTry(
  db: Database,
  attempt: SecretTry,
  { triesMax, knownHash }: { triesMax: number; knownHash: string | undefined },
): Promise<CountedTry> {
  const { memberId, rid, proofHmac } = attempt;
  const { rows } = await sql<CountedTry>`
    select secret_hash as hash, tries, is_refused as "isRefused", is_known as "isKnown"
    from member.count_secret_try(${memberId}, ${rid}, ${proofHmac}, ${triesMax}::int, ${knownHash ?? null}::text)`.execute(
    db,
  );
  return defined(rows[0], 'a function that answers with one row');
}

const thisTry = ({ memberId, rid, proofHmac }: SecretTry) =>
  sql`member_id = ${memberId} and rid = ${rid} and proof_hmac = ${proofHmac}`;

/** Uncounts a try that was not compared. */
export async function uncountTry(db: Database, attempt: SecretTry): Promise<void> {
  await sql`
    with uncounted as (delete from member.secret_try where ${thisTry(attempt)} returning 1)
    update member.credential set secret_tries = secret_tries - 1
    where member_id = ${attempt.memberId} and secret_tries > 0 and exists (select from uncounted)`.execute(
    db,
  );
}

/** Remembers that a try was wrong. */
export async function refuseTry(db: Database, attempt: SecretTry): Promise<void> {
  await sql`update member.secret_try set is_refused = true where ${thisTry(attempt)}`.execute(db);
}

/** Clears the tries after a right one. A crash may bring them back: then fewer are left until the next right one. */
export async function clearTries(db: Database, attempt: SecretTry): Promise<void> {
  await sql`
    with right_one as (delete from member.secret_try where ${thisTry(attempt)})
    update member.credential set secret_tries = 0 where member_id = ${attempt.memberId} returning ${unflushed(db)}`.execute(
    db,
  );
}

const TRIES_KEPT_DAYS = 8;

/** Deletes tries that no device repeats any more. */
export async function sweepSecretTries(db: Database): Promise<void> {
  await sweep(db, { table: 'member.secret_try', column: 'at', before: daysAgo(TRIES_KEPT_DAYS) });
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

/** Saves the secret and forgets the tries at the one before: what was wrong then may be right now. With `onlyFirst` it does nothing and returns false if one is set already. */
export async function saveSecret(
  tx: Tx,
  { memberId, hash, form }: NewSecret & { memberId: MemberId },
  { onlyFirst = false }: { onlyFirst?: boolean } = {},
): Promise<boolean> {
  const { rows } = await sql`
    with forgotten as (delete from member.secret_try where member_id = ${memberId})
    update member.credential set secret_hash = ${hash}, secret_form = ${form}, secret_tries = 0
    where member_id = ${memberId} and (not ${onlyFirst} or secret_hash is null) returning 1`.execute(tx);
  return rows.length > 0;
}
