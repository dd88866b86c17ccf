import type { OwnListingLink } from '@holdfast/contract/calls';
import { normalizeListingPassword } from '@holdfast/contract/orders';
import { refuse } from './fake-refusal.ts';
import type { Handlers } from './fake-server.ts';
import { instantAt, MINUTE } from './fake-times.ts';
import type { FakeWorld } from './fake-world.ts';

/** The link of offer 401, and of a listing of one's own that is shared. */
export const LINK = 'Qm3vTz8KpRw5YxN1aBc7Lg';
const PASSWORD = 'K7QMX4PT';
const NEXT = { link: 'Zt9wSx2HqVn6MrJ4dFk8Eu', password: 'H3WYD8RN' };

export function linkHandlers(world: FakeWorld): Handlers {
  const sharedOf = (listingId: string): OwnListingLink | null => {
    const isPrivate = world.listings.some((listing) => listing.id === listingId && listing.isPrivate);
    const unchanged = isPrivate ? { link: LINK, password: null, madeAt: instantAt(world.now) } : null;
    return world.links[listingId] ?? unchanged;
  };
  return {
    '/listing/link': ({ input: { listingId } }) => ({ shared: sharedOf(listingId) }),
    '/listing/link/renew': ({ input: { listingId } }) => {
      const before = sharedOf(listingId);
      const link = before ? NEXT.link : LINK;
      const password = before?.password ? NEXT.password : null;
      world.links[listingId] = { link, password, madeAt: instantAt(world.now) };
      return {};
    },
    '/listing/link/password': ({ input: { listingId, isOn } }) => {
      const before = sharedOf(listingId) ?? { link: LINK, madeAt: instantAt(world.now) };
      world.links[listingId] = { ...before, password: isOn === '1' ? PASSWORD : null };
      return {};
    },
    '/listing/link/open': ({ input: { link } }) => {
      const opensAt = world.linkState === 'resting' ? instantAt(world.now + 90 * MINUTE) : null;
      const nothing = { offer: null, isOwn: world.isLinkOwn ?? false, opensAt, ownOrderId: null };
      if (link !== LINK || world.linkState !== undefined)
        return { ...nothing, state: world.linkState ?? 'unknown' };
      const offer = world.offers.find(({ listingId }) => listingId === '401') ?? null;
      return { ...nothing, state: offer ? 'open' : 'over', offer };
    },
    '/listing/link/find': ({ input }) =>
      input.listingId === '401' && normalizeListingPassword(input.password) === PASSWORD
        ? { link: LINK }
        : refuse('LISTING_PASSWORD_WRONG'),
  };
}
