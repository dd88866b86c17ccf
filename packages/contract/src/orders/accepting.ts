/** Orders that their owner is asked about first (ACCEPT_WAIT). */

/** Why an owner declines, as the room offers it. */
export const DECLINE_REASONS = ['not-available', 'terms-changed', 'buyer-not-suitable', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** An owner who has not been seen for this long is asked first: nobody pays somebody who may not be there. */
export const OWNER_AWAY_MS = 2 * 60_000;
