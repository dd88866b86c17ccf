import { findTransition } from '@holdfast/contract/orders';
import { defined, type ListingId } from '@holdfast/kernel';
import { inTransaction, type Database } from '#platform/db/db.ts';
import { applyEnd } from './apply-transition.ts';
import { claimDueListing, postponeExpiry } from './listing-clock.store.ts';

/**
 * The clock of listings. A listing has one, so it stands in its own row: whoever finds it due by database time claims the row and ends the
 * listing in one transaction, so each fires exactly once and never early.
 */

/** A listing that could not be ended. */
export interface FailedExpiry {
  readonly listingId: ListingId;
  readonly error: unknown;
}

export interface ExpireOptions {
  readonly onFailure?: (failed: FailedExpiry) => void;
  readonly isStopping?: () => boolean;
}

/** L6: ends the listing that has been due longest; undefined when none is due. */
async function expireNext(db: Database, { onFailure }: ExpireOptions): Promise<boolean | undefined> {
  let id: ListingId | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      const listing = await claimDueListing(tx);
      if (!listing) return undefined;
      id = listing.id;
      const found = findTransition({ at: listing.state }, 'listing-time-ended', 'timer');
      const transition = defined(found, 'a live listing can end');
      await applyEnd(tx, listing, { transition, actor: 'timer', actorId: null });
      return true;
    });
  } catch (error) {
    if (id === undefined) throw error;
    await postponeExpiry(db, id);
    onFailure?.({ listingId: id, error });
    return false;
  }
}

/** Ends every listing whose time is over; how many they were. One that fails waits and does not block the others. */
export async function expireListings(db: Database, options: ExpireOptions = {}): Promise<number> {
  let count = 0;
  while (options.isStopping?.() !== true) {
    const hasEnded = await expireNext(db, options);
    if (hasEnded === undefined) return count;
    count += Number(hasEnded);
  }
  return count;
}
