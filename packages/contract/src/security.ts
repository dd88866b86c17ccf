/** What makes a member's ways out for money cool down for a while. */
export const COOL_DOWN_CAUSES = ['password', 'mobile', 'mail', 'device', 'transpass'] as const;
export type CoolDownCause = (typeof COOL_DOWN_CAUSES)[number];

/** How a try to sign in ended. `forbidden`: the password was right, and the member may not sign in. */
export const SIGN_IN_OUTCOMES = ['success', 'wrong-password', 'forbidden'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];
