import type { TradingHours } from '@holdfast/contract/orders';
import type { ListingId, MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { HoursTurn } from './listing.rules.ts';

interface DueTurn {
  readonly id: ListingId;
  readonly ownerId: MemberId;
  readonly hours: TradingHours;
  /** The time of the transaction. */
  readonly now: Date;
}

/**
 * Live listings whose hours have begun since the last turn (those that were out of them) or ended, with their row locks; those that others
 * hold are passed over until the next round.
 */
export async function claimDueTurns(
  tx: Tx,
  { wasOutOfHours, limit }: { readonly wasOutOfHours: boolean; readonly limit: number },
): Promise<DueTurn[]> {
  const { rows } = await sql<DueTurn>`
    select id::text, owner_id::text as "ownerId", json_build_object('from', hours_from, 'to', hours_to) as hours, platform.app_now() as now
    from orders.listing
    where ended_at is null and hours_from is not null and is_out_of_hours = ${wasOutOfHours} and hours_turn_at <= platform.app_now()
    order by hours_turn_at limit ${limit} for no key update skip locked`.execute(tx);
  return rows;
}

/** Says of listings, whose row locks are held, whether they are outside their hours. Who has seen one has still seen it: its version stays. */
export async function saveTurns(
  tx: Tx,
  turns: readonly (HoursTurn & { readonly id: ListingId })[],
): Promise<void> {
  await sql`
    update orders.listing l set is_out_of_hours = turn.is_out, hours_turn_at = turn.at
    from unnest(${turns.map(({ id }) => id)}::bigint[], ${turns.map(({ isOutOfHours }) => isOutOfHours)}::boolean[],
                ${turns.map(({ turnsAt }) => turnsAt)}::timestamptz[]) turn (id, is_out, at)
    where l.id = turn.id`.execute(tx);
}
