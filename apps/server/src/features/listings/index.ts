/** Listings: what members offer. Orders take from them and give back to them. */
export { decideLock, isListed, lockCapOf, payMethodsOf } from './listing.rules.ts';
export { pauseListing } from './apply-transition.ts';
export {
  findListingToLock,
  holdListing,
  releaseFromListing,
  selectListingForUpdate,
  takeFromListing,
} from './listing.store.ts';
export { listingCalls } from './listings.calls.ts';
