import { randomInt } from 'node:crypto';
import { type MemberId, toMemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export interface Taken {
  readonly account: boolean;
  readonly nick: boolean;
}

export async function findTaken(
  tx: Tx,
  { account, nickKey }: { account: string; nickKey: string },
): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select exists (select 1 from member.member where account = ${account}) as account,
           exists (select 1 from member.member where nick_key = ${nickKey}) as nick`.execute(tx);
  return rows[0] ?? { account: true, nick: true };
}

export interface NewMember {
  readonly account: string;
  readonly nick: string;
  readonly nickKey: string;
  readonly passwordHash: string;
  readonly transpassHash: string;
  readonly transpassForm: 'six-digit' | 'password';
}

/** Inserts a member with a fresh uid; undefined when account or nickname went to somebody else meanwhile. */
export async function insertMember(
  tx: Tx,
  member: NewMember,
): Promise<{ id: MemberId; uid: string } | undefined> {
  const uid = String(randomInt(1_000_000_000, 10_000_000_000));
  const { rows } = await sql<{ id: bigint }>`
    with new_member as (
      insert into member.member (uid, account, nick, nick_key)
      values (${uid}, ${member.account}, ${member.nick}, ${member.nickKey})
      on conflict do nothing returning id
    )
    insert into member.credential (member_id, password_hash, transpass_hash, transpass_form)
    select id, ${member.passwordHash}, ${member.transpassHash}, ${member.transpassForm} from new_member
    returning member_id as id`.execute(tx);
  const row = rows[0];
  return row && { id: toMemberId(row.id), uid };
}
