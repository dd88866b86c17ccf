import type { RealNameStatus } from '@holdfast/contract/member';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface MemberRow {
  readonly id: bigint;
  readonly uid: string;
  readonly account: string;
  readonly nick: string;
  readonly level: number;
  readonly real_name: string;
  readonly real_name_status: RealNameStatus;
  readonly email: string;
  readonly mobile: string;
  readonly country_code: string;
  readonly platform_binding: boolean;
  readonly registered_at: Date;
}

/** The members of `ids`, by id; one that does not exist is missing from the map. */
export async function findMembers(
  tx: Tx,
  ids: readonly (MemberId | bigint)[],
): Promise<Map<string, MemberRow>> {
  const { rows } = await sql<MemberRow>`
    select id, uid, account, nick, level, real_name, real_name_status, email, mobile, country_code, platform_binding, registered_at
    from member.member where id = any(${ids.map(String)}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [String(row.id), row]));
}

export interface StandingRow {
  readonly level: number;
  readonly mobile: string;
  readonly mobile_unproven: boolean;
  readonly email: string;
  readonly email_unproven: boolean;
  /** Null while no transaction secret is set. */
  readonly transpass_form: 'six-digit' | 'password' | null;
  readonly names_proposed: boolean;
}

/** What decides what a member may do. */
export async function findStanding(tx: Tx, memberId: MemberId): Promise<StandingRow | undefined> {
  const { rows } = await sql<StandingRow>`
    select m.level, m.mobile, m.mobile_unproven, m.email, m.email_unproven, m.names_proposed,
           case when c.transpass_hash is not null then c.transpass_form end as transpass_form
    from member.member m join member.credential c on c.member_id = m.id where m.id = ${memberId}`.execute(tx);
  return rows[0];
}
