/** What makes a member's ways out for money cool down for a while. */
export const COOL_DOWN_CAUSES = ['password', 'mobile', 'mail', 'device', 'transpass'] as const;
export type CoolDownCause = (typeof COOL_DOWN_CAUSES)[number];

/** How a try to sign in ended. `forbidden`: the password was right, and the member may not sign in. */
export const SIGN_IN_OUTCOMES = ['success', 'wrong-password', 'forbidden'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** What a cool-down touches. Releasing is never refused: the payer has already paid. */
export const COOLED_ACTS = ['withdraw', 'pay-to-new-card', 'release'] as const;

/** `unproven`: there is an address, and it must be verified anew before it proves anything. */
export const CONTACT_STATES = ['none', 'unproven', 'verified'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];
