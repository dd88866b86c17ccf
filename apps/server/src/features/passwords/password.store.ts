import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import type { PasswordState } from './password-mark.rules.ts';

export interface LockedMember {
  readonly id: bigint;
  readonly account: string;
  readonly has_questions: boolean;
}

/** The member, with the row lock under which sessions are ended. */
export async function lockMember(tx: Tx, account: string): Promise<LockedMember | undefined> {
  const { rows } = await sql<LockedMember>`
    select m.id, m.account, exists (select from member.answer a where a.member_id = m.id) as has_questions
    from member.member m where account = ${account} for no key update of m`.execute(tx);
  return rows[0];
}

export async function findPasswordHash(db: Database, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ password_hash: string }>`
    select c.password_hash from member.credential c join member.member m on m.id = c.member_id
    where m.account = ${account}`.execute(db);
  return rows[0]?.password_hash;
}

/** Sets the password. A new one carries no mark. */
export async function savePassword(tx: Tx, memberId: MemberId, hash: string): Promise<void> {
  await sql`
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
