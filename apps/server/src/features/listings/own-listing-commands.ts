import { fail } from '@holdfast/contract/errors';
import { findTransition, type OrderEvent, type Transition } from '@holdfast/contract/orders';
import { toListingId } from '@holdfast/kernel';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { applyChange, applyEnd, applyToAll } from './apply-transition.ts';
import { selectListingForUpdate, type Listing } from './listing.store.ts';
import { isOver } from './own-listing.rules.ts';
import { showOwn } from './to-own-listing.ts';

/** What owners do with their listings: each command is one transition of the table. */

/** The owner's listing with its row lock, and the transition; refused unless it is what the caller has seen. */
export async function selectOwnFor(
  { tx, session }: MemberContext,
  input: { readonly listingId: string; readonly version: string },
  event: OrderEvent,
): Promise<{ listing: Listing; transition: Transition }> {
  const listing = await selectListingForUpdate(tx, toListingId(input.listingId));
  if (!listing || listing.ownerId !== session.memberId) throw fail('LISTING_NOT_FOUND');
  const transition = findTransition({ at: listing.state }, event, 'owner');
  if (!transition) throw fail('LISTING_NOT_OPEN');
  if (listing.version !== Number(input.version)) throw fail('LISTING_CHANGED', { version: listing.version });
  return { listing, transition };
}

/** L1: only what nobody has locked goes back; running orders go on, and what they give back goes to available. */
export const closeListing: Handler<'/listing/close'> = async (context, input) => {
  const { tx, session } = context;
  const { listing, transition } = await selectOwnFor(context, input, 'close');
  const step = { transition, actor: 'owner', actorId: session.memberId } as const;
  return { listing: await showOwn(context, await applyEnd(tx, listing, step)) };
};

/** One whose time is over waits for its clock, which ends it any moment: nobody pauses it or brings it back. */
const refuseOver = (listing: Listing, now: Date) => {
  if (isOver(listing, now)) throw fail('LISTING_NOT_OPEN');
};

/** L2: nobody can lock of it; running orders go on. */
export const pauseOwnListing: Handler<'/listing/pause'> = async (context, input) => {
  const { tx, session, now } = context;
  const { listing, transition } = await selectOwnFor(context, input, 'pause');
  refuseOver(listing, now);
  const step = { transition, actor: 'owner', actorId: session.memberId, because: 'owner' } as const;
  return { listing: await showOwn(context, await applyChange(tx, listing, step)) };
};

/** L3 */
export const resumeListing: Handler<'/listing/resume'> = async (context, input) => {
  const { tx, session, now } = context;
  const { listing, transition } = await selectOwnFor(context, input, 'resume');
  refuseOver(listing, now);
  const step = { transition, actor: 'owner', actorId: session.memberId } as const;
  return { listing: await showOwn(context, await applyChange(tx, listing, step)) };
};

export const pauseAll: Handler<'/listing/pause-all'> = async ({ tx, session }) => ({
  count: await applyToAll(tx, session.memberId, { event: 'pause', because: 'owner' }),
});

export const resumeAll: Handler<'/listing/resume-all'> = async ({ tx, session }) => ({
  count: await applyToAll(tx, session.memberId, { event: 'resume' }),
});
