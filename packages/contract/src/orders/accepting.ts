/** Orders that their owner is asked about first (ACCEPT_WAIT). */

/** Why an owner declines, as the room offers it. */
export const DECLINE_REASONS = ['not-available', 'terms-changed', 'buyer-not-suitable', 'other'] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];
