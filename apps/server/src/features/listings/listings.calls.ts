import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { LISTING_PASSWORD_TRIES, LISTING_PASSWORD_TRIES_MINUTES } from '@holdfast/contract/orders';
import { createListing, type CreateParts } from './create-listing.ts';
import { editListing } from './edit-listing.ts';
import { listMemberListings, listOwnListings } from './list-listings.ts';
import { findBest, listMarket, type MarketParts } from './list-market.ts';
import { findByPassword, openLink, readLink, renewLink, setLinkPassword } from './listing-links.ts';
import { closeListing, pauseAll, pauseOwnListing, resumeAll, resumeListing } from './own-listing-commands.ts';
import { readTradeRecord } from './read-trade-record.ts';
import { readTerms } from './read-terms.ts';
import { checkHasBought, listBlocks, listFavourites, setBlock, setFavourite } from './relations.ts';
import { decideOnRemark, listRemarks } from './remarks.ts';
import { renewListing } from './renew-listing.ts';
import { suspendListing } from './suspend-listing.ts';

/** Of each member, right and wrong ones, counted for all processes. */
const PASSWORD_TRIES = {
  points: LISTING_PASSWORD_TRIES,
  seconds: 60 * LISTING_PASSWORD_TRIES_MINUTES,
  scope: 'actor',
  store: 'shared',
} as const;

export const listingCalls = (parts: CreateParts & MarketParts) =>
  calls({
    '/listing/terms': handle(readTerms, { limit: readsPerMinute(120) }),
    '/listing/create': handle(createListing(parts), { limit: perMinute(20) }),
    '/listing/close': handle(closeListing, { limit: perMinute(30) }),
    '/listing/pause': handle(pauseOwnListing, { limit: perMinute(30) }),
    '/listing/resume': handle(resumeListing, { limit: perMinute(30) }),
    '/listing/pause-all': handle(pauseAll, { limit: perMinute(10) }),
    '/listing/resume-all': handle(resumeAll, { limit: perMinute(10) }),
    '/listing/edit': handle(editListing, { limit: perMinute(30) }),
    '/listing/renew': handle(renewListing(parts), { limit: perMinute(20) }),
    '/operator/listing/list': handle(listMemberListings, { limit: readsPerMinute(120) }),
    '/operator/listing/suspend': handle(suspendListing, { limit: perMinute(20) }),
    '/listing/mine': handle(listOwnListings, { limit: readsPerMinute(120) }),
    '/listing/market': handle(listMarket(parts), { limit: readsPerMinute(120) }),
    '/operator/remark/list': handle(listRemarks, { limit: readsPerMinute(120) }),
    '/operator/remark/decide/{id}': handle(decideOnRemark, { limit: perMinute(60) }),
    '/listing/link': handle(readLink, { limit: readsPerMinute(60) }),
    '/listing/link/renew': handle(renewLink, { limit: perMinute(10) }),
    '/listing/link/password': handle(setLinkPassword, { limit: perMinute(10) }),
    '/listing/link/open': handle(openLink(parts), { limit: readsPerMinute(60) }),
    '/listing/link/find': handle(findByPassword, { limit: PASSWORD_TRIES }),
    '/listing/best': handle(findBest(parts), { limit: readsPerMinute(60) }),
    '/member/block/set': handle(setBlock, { limit: perMinute(30) }),
    '/member/block/list': handle(listBlocks, { limit: readsPerMinute(120) }),
    '/member/favourite/set': handle(setFavourite, { limit: perMinute(30) }),
    '/member/check-has-bought': handle(checkHasBought, { limit: readsPerMinute(120) }),
    '/member/trade-record': handle(readTradeRecord, { limit: readsPerMinute(120) }),
    '/member/favourite/list': handle(listFavourites, { limit: readsPerMinute(120) }),
  });
