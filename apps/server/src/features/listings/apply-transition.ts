import type { ListingNoticeType } from '@holdfast/contract/notifications';
import { toExtraNumber } from '@holdfast/contract/notifications';
import {
  findTransition,
  placeAfter,
  toClock,
  type ListingPause,
  type ListingState,
  type OrderEvent,
  type SuspensionReason,
  type TradingHours,
  type Transition,
} from '@holdfast/contract/orders';
import {
  BugError,
  defined,
  minor,
  type ListingId,
  type MemberId,
  type Minor,
  type OperatorId,
} from '@holdfast/kernel';
import { closeRest, publish } from '@holdfast/ledger';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { changeStatesOf, insertListingEvent, type ListingEvent } from './listing-event.store.ts';
import {
  changeListingState,
  changeListingTerms,
  endListing,
  insertListing,
  reviveListing,
  selectListingForUpdate,
  type EditedTerms,
  type Listing,
  type NewListing,
} from './listing.store.ts';

/**
 * Applies the transitions of listings themselves: row, event, posting, what the owner is told and hints, in one transaction. What a lock takes
 * and an end gives back is part of the order's transition. The caller has checked the guards and holds the listing's row lock.
 */

/** Which transition, by whom, and with what. */
export interface ListingStep {
  readonly transition: Transition;
  readonly actor: ListingEvent['actor'];
  /** A member or an operator; null for the product itself. */
  readonly actorId: MemberId | OperatorId | null;
}

const stateAfter = (transition: Transition, from: ListingState | 'NONE') =>
  placeAfter(transition, from) as ListingState;

/** The transition with which a listing begins: the whole quantity of a sell listing goes into its reserve. */
export async function applyFirstTransition(
  tx: Tx,
  terms: Omit<NewListing, 'state'>,
  transition: Transition,
): Promise<Listing> {
  const listing = await insertListing(tx, { ...terms, state: stateAfter(transition, 'NONE') });
  const step = { transition, actor: 'owner', actorId: terms.ownerId } as const;
  await carryOut(tx, listing, { ...step, from: null, quantity: listing.quantity, hours: listing.hours });
  return listing;
}

/** What the owner is told about an end that somebody else has caused. */
const NOTICES: Readonly<Partial<Record<ListingState, ListingNoticeType>>> = {
  EXPIRED: 'listingExpired',
  SUSPENDED: 'listingSuspended',
};

/** A transition that ends a listing: what nobody has locked leaves its reserve. */
export async function applyEnd(
  tx: Tx,
  listing: Listing,
  { because, ...step }: ListingStep & { readonly because?: SuspensionReason },
): Promise<Listing> {
  const state = stateAfter(step.transition, listing.state);
  const ended = await endListing(tx, { id: listing.id, state, suspendedBecause: because ?? null });
  await carryOut(tx, ended, { ...step, from: listing.state, quantity: listing.remaining, reason: because });
  const type = NOTICES[state];
  if (type) await notify(tx, [{ memberId: ended.ownerId, type, extra: extraOf(ended, because) }]);
  return ended;
}

function extraOf(listing: Listing, reason?: SuspensionReason): Record<string, string | number> {
  const { coin } = listing;
  return {
    listingId: listing.id,
    coinType: coin,
    orderType: listing.side,
    quantity: toExtraNumber(coin, listing.restAtEnd),
    ...(reason !== undefined && { reason }),
  };
}

/** A transition that brings an ended listing back: what its end gave back goes into its reserve again. */
export async function applyRenewal(
  tx: Tx,
  listing: Listing,
  {
    ttlHours,
    ownerLevel,
    turn,
    feeAgreed,
    ...step
  }: ListingStep & { readonly ttlHours: number } & Pick<NewListing, 'ownerLevel' | 'turn' | 'feeAgreed'>,
): Promise<Listing> {
  const state = stateAfter(step.transition, listing.state);
  const renewed = await reviveListing(tx, { ...listing, state, ttlHours, ownerLevel, turn, feeAgreed });
  await carryOut(tx, renewed, { ...step, from: listing.state, quantity: renewed.remaining });
  return renewed;
}

/** A transition of a listing that goes on, whose coin stays where it is. `because`: who pauses it. */
export async function applyChange(
  tx: Tx,
  listing: Listing,
  { because, ...step }: ListingStep & { readonly because?: ListingPause },
): Promise<Listing> {
  const state = stateAfter(step.transition, listing.state);
  const pausedBecause = because ?? null;
  const changed = await changeListingState(tx, { id: listing.id, state, pausedBecause });
  await carryOut(tx, changed, { ...step, from: listing.state, reason: because });
  return changed;
}

/** A transition that says anew whom a listing is for, and when. Its state, and who has paused it, stay. */
export async function applyEdit(
  tx: Tx,
  listing: Listing,
  { terms, ...step }: ListingStep & { readonly terms: EditedTerms },
): Promise<Listing> {
  const changed = await changeListingTerms(tx, { id: listing.id, ...terms });
  await carryOut(tx, changed, { ...step, from: listing.state, hours: changed.hours });
  return changed;
}

/** The same transition of all listings of their owner that it can be applied to. */
export async function applyToAll(
  tx: Tx,
  ownerId: MemberId,
  {
    event,
    because,
  }: { readonly event: Extract<OrderEvent, 'pause' | 'resume'>; readonly because?: ListingPause },
): Promise<number> {
  const from: ListingState = event === 'pause' ? 'OPEN' : 'PAUSED';
  const transition = defined(findTransition({ at: from }, event, 'owner'), `an owner may ${event}`);
  const to = stateAfter(transition, from);
  const change = { ownerId, transition: transition.id, event, from, to, pausedBecause: because ?? null };
  const count = await changeStatesOf(tx, change);
  if (count > 0) await enqueueHintsFor(tx, [ownerId], ['listings']);
  return count;
}

/**
 * Pauses a listing whose owner has not answered, a full one as well; false where the table has no pause for its state: one that its owner has
 * paused or ended stays so.
 */
export async function pauseListing(tx: Tx, id: ListingId): Promise<boolean> {
  const listing = await selectListingForUpdate(tx, id);
  const transition = listing && findTransition({ at: listing.state }, 'pause', 'system');
  if (!transition) return false;
  await applyChange(tx, listing, { transition, actor: 'system', actorId: null, because: 'missed-answer' });
  return true;
}

/** L7 of the risk engine: suspends a live listing whose row lock is held. */
export async function suspendForRisk(tx: Tx, listing: Listing, because: SuspensionReason): Promise<void> {
  const found = findTransition({ at: listing.state }, 'suspend', 'risk');
  const transition = defined(found, 'a live listing can be suspended');
  await applyEnd(tx, listing, { transition, actor: 'risk', actorId: null, because });
}

/** The events that say for whom a listing is. */
const WITH_TERMS: readonly OrderEvent[] = ['publish', 'edit'];

/** What every transition does beside the listing's own row, which is written already. */
async function carryOut(
  tx: Tx,
  listing: Listing,
  {
    transition,
    actor,
    actorId,
    from,
    quantity,
    reason,
    hours,
  }: ListingStep & {
    readonly from: ListingState | null;
    readonly quantity?: Minor;
    readonly reason?: string | undefined;
    /** Where the transition says them; null: always. */
    readonly hours?: TradingHours | null;
  },
): Promise<void> {
  const { id, version, ownerId, coin, state, isPrivate } = listing;
  const { escrow, clock } = transition;
  await insertListingEvent(tx, {
    id,
    version,
    transition: transition.id,
    event: transition.event,
    actor,
    actorId,
    from,
    to: state,
    detail: {
      ...(reason !== undefined && { reason }),
      ...(quantity !== undefined && { quantity: String(quantity) }),
      ...(hours && { hours: `${toClock(hours.from)}-${toClock(hours.to)}` }),
      ...(WITH_TERMS.includes(transition.event) && { isPrivate }),
      ...(clock === 'listingTtl' && { expiresAt: listing.expiresAt.toISOString() }),
    },
  });
  if (escrow !== null) {
    if (escrow !== 'reserve' && escrow !== 'unreserve')
      throw new BugError(`no listing moves its coin by ${escrow}`);
    // Who buys has reserved nothing: whoever locks brings the coin.
    const moved = listing.side === 'buy' ? 0n : defined(quantity, 'what moves has a quantity');
    const move = { listing: id, version, owner: ownerId, coin, quantity: minor(coin, moved) };
    if (moved > 0n) await postOrFail(tx, escrow === 'reserve' ? publish(move) : closeRest(move));
  }
  await enqueueHintsFor(tx, [ownerId], escrow === null ? ['listings'] : ['balance', 'listings']);
}
