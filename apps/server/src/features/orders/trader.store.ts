import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import type { Order } from './order.store.ts';

/** What ended orders change of the figures of their members. */

/** The median release time is that of the newest releases: it says how fast somebody is now, and costs the same after any number of them. */
const RELEASES_KEPT = 50;

/**
 * Counts an ended order, for both sides if it finished and else for the side that it counts against, and frees the locker's slot. In
 * member order, to avoid a deadlock. A finished one also counts for the two together, and in how fast the payee releases: the market reads
 * these figures and counts no orders.
 */
export async function countEnd(
  tx: Tx,
  { state, payerId, payeeId, lockerId, paidAt, endedAt, countsAgainst }: Order,
): Promise<void> {
  const finished = state === 'FINISHED' ? 1 : 0;
  const releases =
    finished && paidAt && endedAt ? [Math.round((endedAt.getTime() - paidAt.getTime()) / 1000)] : [];
  const against = memberAgainst({ payerId, payeeId, countsAgainst });
  const both = sql`(t.releases || excluded.releases)`;
  const newest = sql`${both}[greatest(1, cardinality(${both}) - ${RELEASES_KEPT - 1}::int):]`;
  const count = sql`
    with counted as (
      insert into orders.trader as t (member_id, finished, ended, releases, release_seconds)
      select member_id, ${finished}::int, ${finished}::int + case when member_id = ${against} then 1 else 0 end, own.releases, own.releases[1]
      from unnest(${[payerId, payeeId]}::bigint[]) member_id,
        lateral (select case when member_id = ${payeeId} then ${releases}::int[] else '{}' end as releases) own
      order by member_id
      on conflict (member_id) do update
        set finished = t.finished + excluded.finished, ended = t.ended + excluded.ended,
            live_locks = t.live_locks - case when t.member_id = ${lockerId} then 1 else 0 end,
            releases = ${newest},
            release_seconds = (select percentile_cont(0.5) within group (order by s)::int from unnest(${newest}) s)
      returning 1
    )
    insert into orders.traded as w (low_id, high_id, finished)
    select least(a, b), greatest(a, b), 1
    from (values (${payerId}::bigint, ${payeeId}::bigint)) pair (a, b)
    where ${finished}::int = 1 and exists (select from counted) -- after both traders, so their row locks are taken in one order
    on conflict (low_id, high_id) do update set finished = w.finished + 1`;
  sendLater(tx, count);
}

/** An order that had ended runs again: the opposite of `countEnd`. No cap asks, for the locker did not lock anything. */
export async function countRelock(
  tx: Tx,
  { payerId, payeeId, lockerId, countsAgainst }: Order,
): Promise<void> {
  const against = memberAgainst({ payerId, payeeId, countsAgainst });
  await sql`
    update orders.trader t set ended = t.ended - case when t.member_id = ${against} then 1 else 0 end,
      live_locks = t.live_locks + case when t.member_id = ${lockerId} then 1 else 0 end
    from (select member_id from orders.trader where member_id in (${payerId}, ${payeeId}) order by member_id for no key update) own
    where t.member_id = own.member_id`.execute(tx);
}

/** Nobody's id is null, so what counts against nobody matches no row. */
function memberAgainst({
  payerId,
  payeeId,
  countsAgainst,
}: Pick<Order, 'payerId' | 'payeeId' | 'countsAgainst'>) {
  return countsAgainst && { payer: payerId, payee: payeeId }[countsAgainst];
}
