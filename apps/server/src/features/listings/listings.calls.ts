import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { closeListing } from './close-listing.ts';
import { createListing, type CreateParts } from './create-listing.ts';
import { listOwnListings } from './list-listings.ts';
import { listMarket } from './list-market.ts';
import { readTerms } from './read-terms.ts';

export const listingCalls = (parts: CreateParts) =>
  calls({
    '/listing/terms': handle(readTerms, { limit: readsPerMinute(120) }),
    '/listing/create': handle(createListing(parts), { limit: perMinute(20) }),
    '/listing/close': handle(closeListing, { limit: perMinute(30) }),
    '/listing/mine': handle(listOwnListings, { limit: readsPerMinute(120) }),
    '/listing/market': handle(listMarket, { limit: readsPerMinute(120) }),
  });
