import { fail } from '@holdfast/contract/errors';
import { findTransition } from '@holdfast/contract/orders';
import { toListingId } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { applyEnd } from './apply-transition.ts';
import { selectListingForUpdate } from './listing.store.ts';
import { showOwn } from './to-own-listing.ts';

/** L7: an operator takes a listing out of the market. What nobody has locked goes back; running orders go on. The owner is told why. */
export const suspendListing: Handler<'/operator/listing/suspend'> = async (context, input) => {
  const { tx, operator, audit } = context;
  const listing = await selectListingForUpdate(tx, toListingId(input.listingId));
  if (!listing) throw fail('LISTING_NOT_FOUND');
  const transition = findTransition({ at: listing.state }, 'suspend', 'operator');
  if (!transition) throw fail('LISTING_NOT_OPEN');
  if (listing.version !== Number(input.version)) throw fail('LISTING_CHANGED', { version: listing.version });
  const { because, reason } = input;
  const suspended = await applyEnd(tx, listing, {
    transition,
    actor: 'operator',
    actorId: operator.id,
    because,
  });
  audit({
    action: 'listing-suspended',
    subject: `listing:${listing.id}`,
    detail: { before: listing.state, after: suspended.state, what: because, reason },
  });
  return { listing: await showOwn(context, suspended) };
};
