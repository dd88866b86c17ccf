import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { idList, type Tx } from '#platform/db/db.ts';

/** How long it is since each of these members used the product, in ms; whoever is not signed in is not there at all. Kept to the minute. */
export async function findAwayMs(
  tx: Tx,
  members: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, number>> {
  const { rows } = await sql<{ memberId: MemberId; ms: number }>`
    select member_id::text as "memberId", greatest(0, extract(epoch from platform.app_now() - active_at) * 1000)::float as ms
    from member.session where member_id = any(${idList(members)}) and ended_at is null`.execute(tx);
  return new Map(rows.map(({ memberId, ms }) => [memberId, ms]));
}

/** The same of one. */
export async function findAwayMsOf(tx: Tx, memberId: MemberId): Promise<number> {
  return (await findAwayMs(tx, [memberId])).get(memberId) ?? Infinity;
}
