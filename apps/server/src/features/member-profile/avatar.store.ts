import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** The file of a member's avatar. */
export async function findAvatar(tx: Tx, memberId: MemberId): Promise<string | undefined> {
  const { rows } = await sql<{ fileId: string | null }>`
    select avatar_file_id as "fileId" from member.member where id = ${memberId}`.execute(tx);
  return rows[0]?.fileId ?? undefined;
}

/** Sets it, or takes it away. */
export async function saveAvatar(tx: Tx, memberId: MemberId, fileId: string | undefined): Promise<void> {
  await sql`update member.member set avatar_file_id = ${fileId ?? null} where id = ${memberId}`.execute(tx);
}
