/** What may be closed to a member because of own cancels, and why. */
export const RESTRICTED_ACTS = ['cancel', 'cancel-after-paid', 'lock'] as const;

/** `cancels-used`: the day's cancels are used up. `cancels-exceeded`: more than that, so no new orders for a while. */
export const RESTRICTION_REASONS = ['cancels-used', 'cancels-exceeded'] as const;
