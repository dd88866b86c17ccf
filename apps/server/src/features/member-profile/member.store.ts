import type { RealNameStatus } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface Member {
  readonly id: MemberId;
  readonly uid: string;
  readonly account: string;
  readonly nick: string;
  readonly level: number;
  readonly realName: string;
  readonly realNameStatus: RealNameStatus;
  readonly mail: string;
  readonly mobile: string;
  readonly countryCode: string;
  readonly isPlatformBound: boolean;
  readonly registeredAt: Date;
}

/** Finds members, by id. One that does not exist is missing from the map. */
export async function findMembers(tx: Tx, ids: readonly MemberId[]): Promise<Map<MemberId, Member>> {
  const { rows } = await sql<Member>`
    select id::text, uid, account, nick, level, real_name as "realName", real_name_status as "realNameStatus", email as mail,
           mobile, country_code as "countryCode", platform_binding as "isPlatformBound", registered_at as "registeredAt"
    from member.member where member.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((member) => [member.id, member]));
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
  const { rows } = await sql<Standing>`
    select m.level, m.mobile, m.mobile_unproven as "isMobileUnproven", m.email as mail, m.email_unproven as "isMailUnproven",
           m.names_proposed as "areNamesProposed",
           case when c.secret_hash is not null then c.secret_form end as "secretForm"
    from member.member m join member.credential c on c.member_id = m.id where m.id = ${memberId}`.execute(tx);
  return rows[0];
}
