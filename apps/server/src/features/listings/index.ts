import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { closeListing } from './close-listing.ts';
import { createListing } from './create-listing.ts';
import { listOwnListings } from './list-listings.ts';
import { listMarket } from './list-market.ts';

/** Listings: what members offer. Orders take from them and give back to them. */
export { decideLock, isListed, lockCapOf } from './listing.rules.ts';
export { lockListing, releaseFromListing, takeFromListing } from './listing.store.ts';

export const listingCalls = () =>
  calls({
    '/listing/create': handle(createListing, { limit: perMinute(20) }),
    '/listing/close': handle(closeListing, { limit: perMinute(30) }),
    '/listing/mine': handle(listOwnListings, { limit: readsPerMinute(120) }),
    '/listing/market': handle(listMarket, { limit: readsPerMinute(120) }),
  });
