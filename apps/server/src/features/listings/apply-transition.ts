import { findTransition, placeAfter, type ListingState, type Transition } from '@holdfast/contract/orders';
import { BugError, type ListingId, type Minor } from '@holdfast/kernel';
import { closeRest, publish } from '@holdfast/ledger';
import type { Tx } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import {
  changeListingState,
  endListing,
  insertListing,
  selectListingForUpdate,
  type Listing,
  type NewListing,
} from './listing.store.ts';

/**
 * Applies the transitions of listings themselves: row, posting and hints, in one transaction. What a lock takes and an end gives back is
 * part of the order's transition.
 */

/** The transition with which a listing begins: its whole quantity goes into its reserve. */
export async function applyFirstTransition(
  tx: Tx,
  terms: Omit<NewListing, 'state'>,
  transition: Transition,
): Promise<Listing> {
  const listing = await insertListing(tx, {
    ...terms,
    state: placeAfter(transition, 'NONE') as ListingState,
  });
  await moveReserve(tx, listing, { transition, quantity: listing.quantity });
  return listing;
}

/** A transition that ends a listing whose row lock is held: what nobody has locked leaves its reserve. */
export async function applyEnd(tx: Tx, listing: Listing, transition: Transition): Promise<Listing> {
  const state = placeAfter(transition, listing.state) as ListingState;
  const ended = await endListing(tx, { id: listing.id, state });
  await moveReserve(tx, ended, { transition, quantity: listing.remaining });
  return ended;
}

/**
 * Pauses a listing whose owner has not answered; false where the table has no pause for its state. A full one has nothing to lock, and one
 * that its owner has paused or ended stays so.
 */
export async function pauseListing(tx: Tx, id: ListingId): Promise<boolean> {
  const listing = await selectListingForUpdate(tx, id);
  const transition = listing && findTransition({ at: listing.state }, 'pause', 'system');
  if (!transition) return false;
  await changeListingState(tx, { id, state: placeAfter(transition, listing.state) as ListingState });
  return true;
}

async function moveReserve(
  tx: Tx,
  { id, version, ownerId, coin }: Listing,
  { transition: { escrow }, quantity }: { transition: Transition; quantity: Minor },
): Promise<void> {
  const move = { listing: id, version, owner: ownerId, coin, quantity };
  if (escrow !== 'reserve' && escrow !== 'unreserve')
    throw new BugError(`no listing moves its coin by ${escrow}`);
  if (quantity > 0n) await postOrFail(tx, escrow === 'reserve' ? publish(move) : closeRest(move));
  await enqueueHintsFor(tx, [ownerId], ['balance', 'listings']);
}
