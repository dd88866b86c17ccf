import type { ListingPause, ListingState, OrderEvent } from '@holdfast/contract/orders';
import type { ListingId, MemberId, OperatorId } from '@holdfast/kernel';
import { sql } from 'kysely';
import { sendLater, type Tx } from '#platform/db/db.ts';
import { listedAs } from './listing.store.ts';

/** What happened to a listing itself. The rows are never changed, so what is not written at the time is lost. */
export interface ListingEvent {
  readonly id: ListingId;
  /** The listing's new one. */
  readonly version: number;
  readonly transition: string;
  readonly event: OrderEvent;
  readonly actor: 'owner' | 'timer' | 'system' | 'operator' | 'risk';
  /** A member or an operator, by the actor. */
  readonly actorId: MemberId | OperatorId | null;
  readonly from: ListingState | null;
  readonly to: ListingState;
  readonly detail: {
    readonly reason?: string;
    /** What moved into the reserve or out of it, in minor units. */
    readonly quantity?: string;
    readonly expiresAt?: string;
    /** Of a publication and an edit: in which hours of the day it can be locked. Absent: always. */
    readonly hours?: string;
    /** Of the same: whether only who had its link could lock it. */
    readonly isPrivate?: boolean;
  };
}

export async function insertListingEvent(tx: Tx, event: ListingEvent): Promise<void> {
  const insert = sql`
    insert into orders.listing_event (listing_id, version, transition, event, actor, actor_id, from_state, to_state, detail)
    values (${event.id}, ${event.version}, ${event.transition}, ${event.event}, ${event.actor}, ${event.actorId}, ${event.from}, ${event.to},
            ${JSON.stringify(event.detail)}::jsonb)`;
  sendLater(tx, insert);
}

/** One transition of all listings of an owner that are in its state, with an event for each; how many they were. Row locks in the order of ids. */
export async function changeStatesOf(
  tx: Tx,
  change: {
    readonly ownerId: MemberId;
    readonly transition: string;
    readonly event: OrderEvent;
    readonly from: ListingState;
    readonly to: ListingState;
    readonly pausedBecause: ListingPause | null;
  },
): Promise<number> {
  const { ownerId, transition, event, from, to, pausedBecause } = change;
  const { rows } = await sql<{ count: number }>`
    with own as materialized (
      select id from orders.listing
      where owner_id = ${ownerId} and ended_at is null and state = ${from} and expires_at > platform.app_now()
      order by id for no key update
    ), changed as (
      update orders.listing l set state = ${listedAs(to)}, version = version + 1, paused_because = ${pausedBecause}
      from own where l.id = own.id and l.state = ${from} returning l.id, l.version, l.state
    ), told as (
      insert into orders.listing_event (listing_id, version, transition, event, actor, actor_id, from_state, to_state)
      select id, version, ${transition}, ${event}, 'owner', ${ownerId}::bigint, ${from}, state from changed
    )
    select count(*)::int as count from changed`.execute(tx);
  return rows[0]?.count ?? 0;
}
