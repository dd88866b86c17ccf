/** What a sign-in with a marked password was answered: whose it is, and the token that changes it. */
export interface MarkedSignIn {
  readonly account: string;
  readonly token: string;
}

/** Carries it from the sign-in to the panel. In memory alone, for the token opens the account; a reload asks for a new sign-in. */
export interface PendingReset {
  keep: (signIn: MarkedSignIn | undefined) => void;
  read: () => MarkedSignIn | undefined;
}

export function createPendingReset(): PendingReset {
  let kept: MarkedSignIn | undefined;
  return { keep: (signIn) => void (kept = signIn), read: () => kept };
}
