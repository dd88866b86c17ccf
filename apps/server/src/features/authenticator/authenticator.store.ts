import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

const SECRET = 'member.authenticator.secret_sealed';

export interface Authenticator {
  readonly secret: string;
  /** The time step of the last code that was taken. */
  readonly lastStep: number;
  readonly addedAt: Date;
  readonly isSuspended: boolean;
}

export async function findAuthenticator(
  db: Database | Tx,
  memberId: MemberId,
): Promise<Authenticator | undefined> {
  const { rows } = await sql<Omit<Authenticator, 'secret' | 'lastStep'> & { sealed: Buffer; step: string }>`
    select secret_sealed as sealed, last_step::text as step, added_at as "addedAt", suspended_at is not null as "isSuspended"
    from member.authenticator where member_id = ${memberId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { sealed, step, ...rest } = row;
  return { ...rest, lastStep: Number(step), secret: keysOf(db).open(SECRET, memberId, sealed) };
}

const hashOfRecovery = (db: Database | Tx, memberId: MemberId, code: string): Buffer =>
  keysOf(db).identify('member-recovery-code', `${memberId} ${code}`);

/** Adds an authenticator; false if the member has one. `step`: of the code that has shown that it works. */
export async function insertAuthenticator(
  tx: Tx,
  memberId: MemberId,
  { secret, step, recoveryCodes }: { secret: string; step: number; recoveryCodes: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    insert into member.authenticator (member_id, secret_sealed, last_step)
    values (${memberId}, ${keysOf(tx).seal(SECRET, memberId, secret)}, ${step})
    on conflict (member_id) do nothing returning 1`.execute(tx);
  if (rows.length === 0) return false;
  const hashes = recoveryCodes.map((code) => hashOfRecovery(tx, memberId, code));
  await sql`insert into member.recovery_code (member_id, code_hash)
            select ${memberId}, * from unnest(${hashes}::bytea[])`.execute(tx);
  return true;
}

/** Deletes the authenticator with its recovery codes; false if there is none. */
export async function deleteAuthenticator(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { rows } =
    await sql`delete from member.authenticator where member_id = ${memberId} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Takes a time step, once; false if it or a later one was taken already. */
export async function takeStep(tx: Tx, memberId: MemberId, step: number): Promise<boolean> {
  const { rows } = await sql`
    update member.authenticator set last_step = ${step}
    where member_id = ${memberId} and last_step < ${step} and suspended_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

export async function isRecoveryCode(db: Database | Tx, memberId: MemberId, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from member.recovery_code
    where code_hash = ${hashOfRecovery(db, memberId, code)} and member_id = ${memberId} and used_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** Uses up a recovery code; false if it was used meanwhile. */
export async function takeRecoveryCode(tx: Tx, memberId: MemberId, code: string): Promise<boolean> {
  const { rows } = await sql`
    update member.recovery_code set used_at = platform.app_now()
    where code_hash = ${hashOfRecovery(tx, memberId, code)} and member_id = ${memberId} and used_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, memberId: MemberId): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from member.recovery_code where member_id = ${memberId} and used_at is null`.execute(
    tx,
  );
  return rows[0]?.left ?? 0;
}

/** Suspends an authenticator that was added within some hours. */
export async function suspendRecent(tx: Tx, memberId: MemberId, hours: number): Promise<void> {
  await sql`
    update member.authenticator set suspended_at = platform.app_now()
    where member_id = ${memberId} and suspended_at is null
      and added_at > platform.app_now() - make_interval(hours => ${hours}::int)`.execute(tx);
}
