import type { BroadcastKind, BroadcastLink } from '@holdfast/contract/broadcasts';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** A broadcast as its reader sees it. */
export interface Copy {
  readonly id: string;
  readonly kind: BroadcastKind;
  readonly titleZh: string;
  readonly textZh: string;
  readonly titleEn: string;
  readonly textEn: string;
  readonly link: BroadcastLink | null;
  /** Closed on some install, or from so long ago that nobody knows. */
  readonly isClosed: boolean;
}

export async function findCopies(tx: Tx, memberId: MemberId, ids: readonly string[]): Promise<Copy[]> {
  const { rows } = await sql<Copy>`
    select b.id::text, b.kind, b.title_zh as "titleZh", b.text_zh as "textZh", b.title_en as "titleEn", b.text_en as "textEn", b.link,
      c.member_id is null or c.read_at is not null as "isClosed"
    from broadcast.broadcast b left join broadcast.copy c on c.broadcast_id = b.id and c.member_id = ${memberId}
    where b.id = any(${ids}::bigint[])`.execute(tx);
  return rows;
}

export async function closeCopy(tx: Tx, memberId: MemberId, id: string): Promise<void> {
  await sql`
    update broadcast.copy set read_at = platform.app_now()
    where broadcast_id = ${id} and member_id = ${memberId} and read_at is null`.execute(tx);
}

export async function saveLanguage(tx: Tx, memberId: MemberId, language: 'zh-TW' | 'en'): Promise<void> {
  await sql`
    insert into broadcast.preference (member_id, language) values (${memberId}, ${language})
    on conflict (member_id) do update set language = excluded.language`.execute(tx);
}
