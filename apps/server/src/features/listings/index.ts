/** Listings: what members offer. Orders take from them and give back to them. */
export { afterLock, decideLock, isListed, lockCapOf, payMethodsOf } from './listing.rules.ts';
export { pauseListing } from './apply-transition.ts';
export {
  findListing,
  findLockerFacts,
  holdListing,
  listListingsNaming,
  releaseFromListing,
  selectListingForUpdate,
  takeFromListing,
  type Listing,
  type LockerFacts,
} from './listing.store.ts';
export { listingCalls } from './listings.calls.ts';
