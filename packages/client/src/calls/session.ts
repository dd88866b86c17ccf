/** `hints`: for the live stream, which may go on behind a closed PIN lock in a tab that was unlocked before. */
export type TokenUse = 'calls' | 'hints';

/** How a member is named. */
export interface Names {
  readonly account: string;
  readonly nick: string;
}

/** The session as the call client needs it, a member's or an operator's. The app stores it and decides how the token is kept. */
export interface CallSession {
  /** Who is signed in on which device; undefined is signed out. */
  readonly read: () =>
    | {
        readonly login: { readonly account: string; readonly uid: string };
        readonly vehicle: { readonly device: string };
      }
    | undefined;
  /** What proves the session; undefined while nobody is signed in. May wait for an unlock. */
  readonly token: (use?: TokenUse) => Promise<string | undefined>;
  /** Stores another token of this member's session, and the names that came with it where those have changed. */
  readonly placeToken: (uid: string, token: string, names?: Names) => void;
  /** Calls `listener` at a sign-in made in this tab, before it is stored. */
  readonly onSignIn: (listener: (uid: string) => void) => void;
}
