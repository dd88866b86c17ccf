/** Listings: what members offer. Orders take from them and give back to them. */
export { afterLock, asksFirst, decideLock, isListed, lockCapOf, recordOf } from './listing.rules.ts';
export { dayMaxOf, leftOf, levelDayMax, sidesOf } from './daily-limit.rules.ts';
export { findDayUse, useColumn } from './day-use.store.ts';
export { findLockerFacts, takeFromListing, type LockerFacts } from './locking.store.ts';
export { pauseListing, suspendForRisk } from './apply-transition.ts';
export { expireListings, type FailedExpiry } from './expire-listings.ts';
export { measurePrices } from './price-references.ts';
export { turnListings } from './turn-listings.ts';
export { moveListingClocks } from './listing-clock.store.ts';
export {
  findListing,
  holdListing,
  listListingsNaming,
  listListingsPaidOn,
  releaseFromListing,
  selectListingForUpdate,
  selectOldestLiveListing,
  type Listing,
} from './listing.store.ts';
export {
  findFigures,
  findRoleRank,
  findTrader,
  followLevel,
  listRoleRanks,
  saveRoleRank,
  saveTrader,
  selectRoleRankForUpdate,
  selectTraderForUpdate,
  type Trader,
} from './trader.store.ts';
export { findLinkHash, hashOfLink } from './listing-link.store.ts';
export { holdPayPlaces } from './create-listing.ts';
export { listingCalls } from './listings.calls.ts';
