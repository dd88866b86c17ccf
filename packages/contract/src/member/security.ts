/** What makes a member's ways out for money cool down for a while. */
export const COOL_DOWN_CAUSES = [
  'password',
  'mobile',
  'mail',
  'device',
  'transpass',
  'authenticator',
  'passkey',
] as const;
export type CoolDownCause = (typeof COOL_DOWN_CAUSES)[number];

/**
 * How a try at the login password ended. `forbidden`: it was right, and the member may not sign in. `no-session`: it was right, for
 * something that opens no session. `code-asked`: whether it was right is told to nobody who has not the code. `wrong-code`: the password was right, and the code of the authenticator was not.
 */
export const SIGN_IN_OUTCOMES = [
  'success',
  'wrong-password',
  'forbidden',
  'no-session',
  'code-asked',
  'wrong-code',
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** What a cool-down touches. Releasing is never refused: the payer has already paid. */
export const COOLED_ACTS = ['withdraw', 'pay-to-new-card', 'release'] as const;

/** `unproven`: there is an address, and it must be verified anew before it proves anything. */
export const CONTACT_STATES = ['none', 'unproven', 'verified'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** Characters of the name that a member gives a passkey. */
export const PASSKEY_NAME_MAX = 40;

/** `suspended`: added shortly before the account was frozen. It is asked for no more, and can be removed without a code of it. */
export const AUTHENTICATOR_STATES = ['none', 'on', 'suspended'] as const;
