import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** The file of a member's avatar. */
export async function findAvatar(tx: Tx, memberId: MemberId): Promise<string | undefined> {
  const { rows } = await sql<{ fileId: string }>`
    select file_id as "fileId" from assets.avatar where member_id = ${memberId}`.execute(tx);
  return rows[0]?.fileId;
}

/** Sets it, or takes it away. */
export async function saveAvatar(tx: Tx, memberId: MemberId, fileId: string | undefined): Promise<void> {
  if (fileId === undefined) await sql`delete from assets.avatar where member_id = ${memberId}`.execute(tx);
  else
    await sql`
      insert into assets.avatar (member_id, file_id) values (${memberId}, ${fileId})
      on conflict (member_id) do update set file_id = excluded.file_id`.execute(tx);
}
