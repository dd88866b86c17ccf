import { nicknameKey } from '@holdfast/contract/rules';
import type { RealNameStatus } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { idList, keysOf, type Keys, type Tx } from '#platform/db/db.ts';
import { SEALED } from '#platform/db/personal.ts';

export interface Member {
  readonly id: MemberId;
  readonly uid: string;
  readonly account: string;
  readonly nick: string;
  readonly level: number;
  /** The file of the picture; null: none. */
  readonly avatarFileId: string | null;
  readonly realName: string;
  readonly realNameStatus: RealNameStatus;
  readonly mail: string;
  readonly mobile: string;
  readonly countryCode: string;
  readonly isPlatformBound: boolean;
  readonly registeredAt: Date;
}

interface MemberRow extends Omit<Member, 'realName' | 'mail' | 'mobile'> {
  readonly realNameSealed: Buffer | null;
  readonly mailSealed: Buffer | null;
  readonly mobileSealed: Buffer | null;
}

/** Opens what is sealed only where it is read: most readers of a list want the nickname. */
function toMember(keys: Keys, { realNameSealed, mailSealed, mobileSealed, ...row }: MemberRow): Member {
  return {
    ...row,
    get realName() {
      return keys.open(SEALED.realName, row.id, realNameSealed);
    },
    get mail() {
      return keys.open(SEALED.mail, row.id, mailSealed);
    },
    get mobile() {
      return keys.open(SEALED.mobile, row.id, mobileSealed);
    },
  };
}

/** Finds members, by id. One that does not exist is missing from the map. */
export async function findMembers(tx: Tx, ids: readonly MemberId[]): Promise<Map<MemberId, Member>> {
  const { rows } = await sql<MemberRow>`
    select id::text, uid, account, nick, level, avatar_file_id as "avatarFileId", real_name_sealed as "realNameSealed", real_name_status as "realNameStatus",
           email_sealed as "mailSealed", mobile_sealed as "mobileSealed", country_code as "countryCode",
           platform_binding as "isPlatformBound", registered_at as "registeredAt"
    from member.member where member.id = any(${idList(ids)})`.execute(tx);
  const keys = keysOf(tx);
  return new Map(rows.map((row) => [row.id, toMember(keys, row)]));
}

/** The member of that number, which members know each other by. */
export async function findMemberIdByUid(tx: Tx, uid: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`select id::text from member.member where uid = ${uid}`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** The member of that nickname, in whatever case it is written. */
export async function findMemberIdByNick(tx: Tx, nick: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`
    select id::text from member.member where nick_key = ${nicknameKey(nick)}`.execute(tx);
  return rows[0]?.id;
}

/** The member of that account. */
export async function findMemberId(tx: Tx, account: string): Promise<MemberId | undefined> {
  const { rows } = await sql<{ id: MemberId }>`
    select id::text from member.member where account = ${account}`.execute(tx);
  return rows[0]?.id;
}

/** What decides what a member may do. */
export interface Standing {
  readonly level: number;
  readonly mobile: string;
  readonly isMobileUnproven: boolean;
  readonly mail: string;
  readonly isMailUnproven: boolean;
  /** Null while no transaction secret is set. */
  readonly secretForm: 'six-digit' | 'password' | null;
  /** Account and nickname were proposed at a fast registration and may be changed once. */
  readonly areNamesProposed: boolean;
}

export async function findStanding(tx: Tx, memberId: MemberId): Promise<Standing | undefined> {
  const { rows } = await sql<
    Omit<Standing, 'mobile' | 'mail'> & { mobileSealed: Buffer | null; mailSealed: Buffer | null }
  >`
    select m.level, m.mobile_sealed as "mobileSealed", m.mobile_proven_at is null as "isMobileUnproven", m.email_sealed as "mailSealed",
           m.email_proven_at is null as "isMailUnproven", m.names_proposed as "areNamesProposed",
           case when c.secret_hash is not null then c.secret_form end as "secretForm"
    from member.member m join member.credential c on c.member_id = m.id where m.id = ${memberId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { mobileSealed, mailSealed, ...rest } = row;
  const keys = keysOf(tx);
  return {
    ...rest,
    mobile: keys.open(SEALED.mobile, memberId, mobileSealed),
    mail: keys.open(SEALED.mail, memberId, mailSealed),
  };
}
