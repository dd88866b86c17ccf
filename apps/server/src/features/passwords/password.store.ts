import type { MemberId } from '@holdfast/kernel';
import { REPLACED_PASSWORD_HOURS } from '#features/sign-in/index.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { sweep } from '#platform/db/sweep.ts';
import type { PasswordState } from './password-mark.rules.ts';

export interface PasswordOwner {
  readonly id: MemberId;
  readonly hasQuestions: boolean;
}

/** Finds the member of an account and takes the row lock under which sessions are ended. */
export async function selectMemberForUpdate(tx: Tx, account: string): Promise<PasswordOwner | undefined> {
  const { rows } = await sql<PasswordOwner>`
    select m.id::text, exists (select from member.answer a where a.member_id = m.id) as "hasQuestions"
    from member.member m where account = ${account} for no key update of m`.execute(tx);
  return rows[0];
}

export async function findPasswordHash(db: Database, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select c.password_hash as hash from member.credential c join member.member m on m.id = c.member_id
    where m.account = ${account}`.execute(db);
  return rows[0]?.hash;
}

/** Saves a password and removes its mark. The replaced one is kept for a while: it still freezes the account. */
export async function savePassword(tx: Tx, memberId: MemberId, hash: string): Promise<void> {
  await sql`
    with replaced as (
      insert into member.replaced_password (member_id, password_hash)
      select member_id, password_hash from member.credential where member_id = ${memberId}
    )
    update member.credential
    set password_hash = ${hash}, password_marked = null, password_set_at = platform.app_now()
    where member_id = ${memberId}`.execute(tx);
}

export async function findPasswordState(tx: Tx, memberId: MemberId): Promise<PasswordState | undefined> {
  const { rows } = await sql<PasswordState>`
    select password_marked as marked,
           extract(epoch from platform.app_now() - password_set_at)::float8 / 86400 as "ageDays"
    from member.credential where member_id = ${memberId}`.execute(tx);
  return rows[0];
}

/** Deletes replaced passwords that no longer freeze the account. */
export async function sweepReplacedPasswords(db: Database): Promise<void> {
  const before = sql`platform.app_now() - make_interval(hours => ${REPLACED_PASSWORD_HOURS}::int)`;
  await sweep(db, { table: 'member.replaced_password', column: 'replaced_at', before });
}
