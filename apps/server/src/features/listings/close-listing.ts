import { fail } from '@holdfast/contract/errors';
import { minor } from '@holdfast/kernel';
import { closeRest } from '@holdfast/ledger';
import type { Handler } from '#platform/gateway/call-table.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import { tellLater } from '#platform/outbox/outbox.store.ts';
import { isListed } from './listing.rules.ts';
import { closeListingRow, lockListing } from './listing.store.ts';
import { toListing } from './to-listing.ts';

/** L1: only what nobody has locked goes back; running orders go on, and what they give back goes to available. */
export const closeListing: Handler<'/listing/close'> = async ({ tx, session }, input) => {
  const listing = await lockListing(tx, input.listingId);
  if (!listing || String(listing.owner_id) !== session.memberId) throw fail('LISTING_NOT_FOUND');
  if (!isListed(listing.state)) throw fail('LISTING_NOT_OPEN');
  if (listing.version !== Number(input.version)) throw fail('LISTING_CHANGED', { version: listing.version });
  const closed = await closeListingRow(tx, listing.id);
  if (listing.remaining > 0n) {
    const rest = {
      listing: String(closed.id),
      version: closed.version,
      owner: session.memberId,
      coin: listing.coin,
    };
    await postOrFail(tx, closeRest({ ...rest, quantity: minor(listing.coin, listing.remaining) }));
  }
  await tellLater(tx, [session.memberId], ['balance', 'listings']);
  return { listing: toListing(closed) };
};
