/** Listings that are shared by a link. */

/**
 * What somebody finds at a link. `resting`: it is outside its hours. `taken`: all of it is locked. `over`: it has ended, or cannot be traded by this member; which of the two is not
 * told. `renewed`: its owner has made a new link. `unknown`: there never was such a link, or it was long ago.
 */
export const LINK_STATES = ['open', 'paused', 'resting', 'taken', 'over', 'renewed', 'unknown'] as const;
export type LinkState = (typeof LINK_STATES)[number];

/** Without the signs that are taken for each other when they are read aloud or copied by hand: 0 O, 1 I L. */
export const LISTING_PASSWORD_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** So many that nobody guesses one with the tries that a member has: the product makes it, for nobody would choose such a one. */
export const LISTING_PASSWORD_LENGTH = 8;
/** How often a member may try a number and a password, right or wrong. */
export const LISTING_PASSWORD_TRIES = 10;
export const LISTING_PASSWORD_TRIES_MINUTES = 60;

/** As it is compared: how it was typed, with spaces or in small letters, does not matter. */
export function normalizeListingPassword(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase();
}
