import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import { toListingId } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyEnd } from './apply-transition.ts';
import { selectListingForUpdate } from './listing.store.ts';
import { toOwnListing } from './to-own-listing.ts';

/** L1: only what nobody has locked goes back; running orders go on, and what they give back goes to available. */
export const closeListing: Handler<'/listing/close'> = async ({ tx, session }, input) => {
  const listing = await selectListingForUpdate(tx, toListingId(input.listingId));
  if (!listing || listing.ownerId !== session.memberId) throw fail('LISTING_NOT_FOUND');
  const transition = findTransition({ at: listing.state }, 'close', 'owner');
  if (!transition) throw fail('LISTING_NOT_OPEN');
  if (listing.version !== Number(input.version)) throw fail('LISTING_CHANGED', { version: listing.version });
  return { listing: toOwnListing(await applyEnd(tx, listing, transition)) };
};
