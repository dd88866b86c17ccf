import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

export async function findHidesPresence(tx: Tx, memberId: MemberId): Promise<boolean | undefined> {
  const { rows } = await sql<{ hides: boolean }>`
    select hides_presence as hides from member.member where id = ${memberId}`.execute(tx);
  return rows[0]?.hides;
}

export async function saveHidesPresence(tx: Tx, memberId: MemberId, hides: boolean): Promise<void> {
  await sql`update member.member set hides_presence = ${hides} where id = ${memberId}`.execute(tx);
}
