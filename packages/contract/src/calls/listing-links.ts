import * as z from 'zod/mini';
import { LINK_STATES } from '../orders/listing-links.ts';
import { field } from '../wire/field.ts';
import { read, write } from './call.ts';
import { empty, id, instant, listingLink } from './fields.ts';
import { offer } from './listings.ts';

/** Listings that are shared by a link, and those that only who has the link can open. */

const OURS = { origin: 'ours' } as const;
const AGAIN = { ...OURS, repeatable: true } as const;
const ofListing = z.strictObject({ listingId: id });
const password = field(z.string().check(z.minLength(1), z.maxLength(32)), { log: 'never' });

const ownLink = z.object({
  link: listingLink,
  /** To open it by number and password, where the owner wants that. */
  password: z.nullable(password),
  madeAt: instant,
});
export type OwnListingLink = z.infer<typeof ownLink>;

export const listingLinkCalls = {
  /** What the owner of a listing gives to others; null of one that was never shared. */
  '/listing/link': read('member', OURS, {
    input: ofListing,
    output: z.object({ shared: z.nullable(ownLink) }),
  }),
  /** Makes the first link, or a new one: the old one, and its password, open nothing from now on. A listing with a password keeps having one. */
  '/listing/link/renew': write('member', AGAIN, { input: ofListing, output: empty }),
  /** Gives a shared listing a password, or takes it away. The link stays. */
  '/listing/link/password': write('member', AGAIN, {
    input: z.strictObject({ listingId: id, isOn: z.enum(['0', '1']) }),
    output: empty,
  }),
  /** What a link leads to, as the market would show it, or what has become of it. Nothing of the owner where it cannot be traded. */
  '/listing/link/open': read('member', OURS, {
    input: z.strictObject({ link: listingLink }),
    output: z.object({
      state: z.enum(LINK_STATES),
      offer: z.nullable(offer),
      isOwn: z.boolean(),
      /** Of one that rests: from when on it can be locked. */
      opensAt: z.nullable(instant),
      /** The viewer's own live order on it. */
      ownOrderId: z.nullable(id),
    }),
  }),
  /** The link of a listing, for who knows its number and its password. Whatever is wrong gets one answer. */
  '/listing/link/find': read('member', OURS, {
    input: z.strictObject({ listingId: id, password }),
    output: z.object({ link: listingLink }),
  }),
} as const;
