import { randomInt } from 'node:crypto';
import { countryCodeOf, nicknameKey } from '@holdfast/contract/rules';
import { defined, type MemberId, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { violatedConstraint, type Tx } from '#platform/db/db.ts';

export interface Taken {
  readonly account: boolean;
  readonly nick: boolean;
  readonly mobile: boolean;
}

/** Which of these a member has. */
export async function findTaken(
  tx: Tx,
  asked: { account?: string | undefined; nick?: string | undefined; mobile?: string },
): Promise<Taken> {
  const { account = null, nick = '', mobile = null } = asked;
  const { rows } = await sql<Taken>`
    select exists (select 1 from member.member where account = ${account}) as account,
           exists (select 1 from member.member where nick_key = ${nicknameKey(nick)}) as nick,
           exists (select 1 from member.member where mobile = ${mobile}) as mobile`.execute(tx);
  return defined(rows[0], 'a select of one row');
}

export interface NewMember {
  readonly account: string;
  readonly nick: string;
  /** Proven, in E.164 form. */
  readonly mobile: string;
  readonly passwordHash: string;
  /** Absent for a member who will set it later. */
  readonly transpassHash?: string;
  /** Account and nickname are our proposal: the member may change them once. */
  readonly namesProposed?: boolean;
}

/** Inserts a member with a fresh uid; undefined when account, nickname or mobile went to somebody else meanwhile. */
export async function insertMember(
  tx: Tx,
  member: NewMember,
): Promise<{ id: MemberId; uid: string } | undefined> {
  const uid = String(randomInt(1_000_000_000, 10_000_000_000));
  const { account, nick, mobile, namesProposed = false } = member;
  const { rows } = await sql<{ id: bigint }>`
    with new_member as (
      insert into member.member (uid, account, nick, nick_key, mobile, country_code, names_proposed)
      values (${uid}, ${account}, ${nick}, ${nicknameKey(nick)}, ${mobile}, ${countryCodeOf(mobile)}, ${namesProposed})
      on conflict do nothing returning id
    )
    insert into member.credential (member_id, password_hash, transpass_hash, transpass_form)
    select id, ${member.passwordHash}, ${member.transpassHash ?? null}, 'six-digit' from new_member
    returning member_id as id`.execute(tx);
  const row = rows[0];
  return row && { id: toMemberId(row.id), uid };
}

/** Takes the member's row for this transaction; whether the names may still be changed. */
export async function lockProposedNames(tx: Tx, memberId: MemberId): Promise<boolean> {
  const { rows } = await sql<{ names_proposed: boolean }>`
    select names_proposed from member.member where id = ${memberId} for no key update`.execute(tx);
  return defined(rows[0], 'a session has its member').names_proposed;
}

const UNIQUE: Readonly<Record<string, 'account' | 'nick'>> = {
  member_account_key: 'account',
  member_nick_key_key: 'nick',
};

/**
 * Gives a member the names of their own choice, for good; answers which of the two is somebody else's. The keys of the table decide and
 * not a look before, which somebody could pass at the same moment. After a clash the transaction is good for nothing but a refusal.
 */
export async function setNames(
  tx: Tx,
  memberId: MemberId,
  { account, nick }: { account: string; nick: string },
): Promise<'account' | 'nick' | undefined> {
  try {
    await sql`
      update member.member
      set account = ${account}, nick = ${nick}, nick_key = ${nicknameKey(nick)}, names_proposed = false
      where id = ${memberId}`.execute(tx);
    return undefined;
  } catch (error) {
    const clash = UNIQUE[violatedConstraint(error) ?? ''];
    if (clash === undefined) throw error;
    return clash;
  }
}
