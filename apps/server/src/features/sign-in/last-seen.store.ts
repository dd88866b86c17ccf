import { NEVER_SEEN, type LastSeen } from '@holdfast/contract/orders';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { idList, type Tx } from '#platform/db/db.ts';

/**
 * When each of these members last did something, to the minute: as their live session knows, or the device that they used last. Whoever asks must have a reason to know
 * of them: a listing, or an order.
 */
export async function findLastSeen(
  tx: Tx,
  members: readonly MemberId[],
): Promise<ReadonlyMap<MemberId, LastSeen>> {
  const { rows } = await sql<LastSeen & { memberId: MemberId }>`
    select m.id::text as "memberId", m.hides_presence as "isHidden", s.id is not null as "isSignedIn",
      greatest(0, extract(epoch from platform.app_now() - coalesce(s.active_at, d.last_seen_at)) * 1000)::float as "agoMs"
    from member.member m
    left join member.session s on s.member_id = m.id and s.ended_at is null
    left join lateral (
      select last_seen_at from member.device where member_id = m.id and s.id is null order by last_seen_at desc, id desc limit 1
    ) d on true
    where m.id = any(${idList(members)})`.execute(tx);
  return new Map(rows.map(({ memberId, ...seen }) => [memberId, seen]));
}

/** The same of one. */
export async function findLastSeenOf(tx: Tx, memberId: MemberId): Promise<LastSeen> {
  return (await findLastSeen(tx, [memberId])).get(memberId) ?? NEVER_SEEN;
}
