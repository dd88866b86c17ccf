import { timingSafeEqual } from 'node:crypto';
import type { CallOutput, OwnListingLink } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { normalizeListingPassword } from '@holdfast/contract/orders';
import { toListingId } from '@holdfast/kernel';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { showOffer, type MarketParts } from './list-market.ts';
import { linkStateOf } from './listing-link.rules.ts';
import { changePassword, findByLink, findOwnLink, makeLink, type OwnLink } from './listing-link.store.ts';
import { isListed, opensAt } from './listing.rules.ts';
import { findListing, selectListingForUpdate, type Listing } from './listing.store.ts';
import { findAsOffered } from './market.store.ts';

/** Listings that are shared by a link, or by their number and a password. */

const toShared = ({ link, password, madeAt }: OwnLink): OwnListingLink => ({
  link,
  password,
  madeAt: madeAt.toISOString(),
});

/** With its row lock, as long as it can still be shared. */
async function selectOwnLive({ tx, session }: MemberContext, listingId: string): Promise<Listing> {
  const listing = await selectListingForUpdate(tx, toListingId(listingId));
  if (listing?.ownerId !== session.memberId) throw fail('LISTING_NOT_FOUND');
  if (!isListed(listing.state)) throw fail('LISTING_NOT_OPEN');
  return listing;
}

export const readLink: Handler<'/listing/link'> = async ({ tx, session }, { listingId }) => {
  const listing = await findListing(tx, toListingId(listingId));
  if (listing?.ownerId !== session.memberId) throw fail('LISTING_NOT_FOUND');
  const own = await findOwnLink(tx, listing.id);
  return { shared: own ? toShared(own) : null };
};

export const renewLink: Handler<'/listing/link/renew'> = async (context, { listingId }) => {
  const { id } = await selectOwnLive(context, listingId);
  const before = await findOwnLink(context.tx, id);
  const hasPassword = before !== undefined && before.password !== null;
  makeLink(context.tx, id, { hasPassword });
  return {};
};

/** The first password of a listing that was not shared yet makes its link too. */
export const setLinkPassword: Handler<'/listing/link/password'> = async (context, { listingId, isOn }) => {
  const { id } = await selectOwnLive(context, listingId);
  const wanted = { hasPassword: isOn === '1' };
  if (!(await changePassword(context.tx, id, wanted))) makeLink(context.tx, id, wanted);
  return {};
};

const NOTHING: CallOutput<'/listing/link/open'> = {
  state: 'unknown',
  offer: null,
  isOwn: false,
  opensAt: null,
  ownOrderId: null,
};

/** Whoever cannot trade it is told what has become of the link, and nothing of whose it was. */
export const openLink =
  (parts: MarketParts): Handler<'/listing/link/open'> =>
  async (context, { link }) => {
    const { tx, session, now } = context;
    const found = await findByLink(tx, link);
    const listing = found && (await findListing(tx, found.listingId));
    if (!found || !listing) return NOTHING;
    const { id, side, ownerId } = listing;
    const isOwn = ownerId === session.memberId;
    const offered = await findAsOffered(tx, { id, side, viewerId: session.memberId });
    const state = linkStateOf({ isEnded: found.isEnded, listing: offered, now });
    if (state === 'renewed' || !offered) return { ...NOTHING, state, isOwn };
    const offer = state === 'open' ? await showOffer(context, offered, parts) : null;
    const opens = state === 'resting' ? opensAt(offered, now) : null;
    return { state, offer, isOwn, opensAt: opens?.toISOString() ?? null, ownOrderId: offered.ownOrderId };
  };

/** Stands for the password of a listing that has none. No password has this length. */
const NO_PASSWORD = '';

function isSame(typed: string, password: string): boolean {
  const [one, other] = [Buffer.from(typed), Buffer.from(password)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * How many tries a member has is the limit of the call. There is none by listing: with it strangers could keep those out who know the password, and
 * no number of members gets anywhere near all passwords.
 */
export const findByPassword: Handler<'/listing/link/find'> = async ({ tx }, { listingId, password }) => {
  const own = await findOwnLink(tx, toListingId(listingId));
  const typed = normalizeListingPassword(password);
  if (typed === NO_PASSWORD || !isSame(typed, own?.password ?? NO_PASSWORD) || !own)
    throw fail('LISTING_PASSWORD_WRONG');
  return { link: own.link };
};
