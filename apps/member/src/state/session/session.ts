import type { MemberInfo } from '@holdfast/contract/calls';
import type { MemberData } from '@holdfast/contract/member';
import type { Names } from '@holdfast/client/calls';
import { memberDataOf } from './member-data.ts';

type Login = MemberData['login'];

type TokenUse = 'calls' | 'hints';

export interface Session {
  /** The stored member data; undefined is signed out. While the PIN lock is on, the place of the token in them is empty. */
  read: () => MemberData | undefined;
  /**
   * What proves the session. A token under the PIN lock comes with the unlock, so calls wait for it; the stream's hints go on in a tab that
   * was only left. Undefined: nobody is signed in.
   */
  token: (use?: TokenUse) => Promise<string | undefined>;
  /** Names who brings a token that does not lie in the member data. */
  onSealed: (open: (use: TokenUse) => Promise<string | undefined>) => void;
  /** What lies in the token's place of this member's data; undefined when they are not here. */
  placedToken: (uid: string) => string | undefined;
  /** `names`: where they have changed with the token. */
  placeToken: (uid: string, token: string, names?: Names) => void;
  signIn: (login: Login, device: string) => void;
  /** Hears of a sign-in that was made in this tab, before the member data are stored. Data from elsewhere say nothing of a password. */
  onSignIn: (listener: (uid: string) => void) => void;
  storeMemberInfo: (info: MemberInfo) => void;
  /** Stores what the result of a review says (spec 4). It is shown only: the server decides each time. */
  storeReview: (review: { platformBinding?: boolean; bankCardStatus?: string }) => void;
  /** Writes `pinCheck`, for whoever reads the member data; the lock itself never does. */
  passPin: (isPassed: boolean) => void;
  /** Deletes the stored member data (spec 4). Telling the server is the caller's. */
  signOut: () => void;
  /** Hears of a sign-out that was made in this tab, before the member data go. */
  onSignOut: (listener: () => void) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createSession(area: Storage): Session {
  const stored = memberDataOf(area);
  const signInListeners: ((uid: string) => void)[] = [];
  const signOutListeners: (() => void)[] = [];
  let openSealed: (use: TokenUse) => Promise<string | undefined> = async () => undefined;
  const loginOf = (uid: string): Login | undefined => {
    const login = stored.read()?.login;
    return login?.uid === uid ? login : undefined;
  };
  return {
    read: stored.read,
    async token(use = 'calls') {
      const placed = stored.read()?.login.access_token;
      return placed === '' ? openSealed(use) : placed;
    },
    onSealed: (open) => void (openSealed = open),
    placedToken: (uid) => loginOf(uid)?.access_token,
    placeToken(uid, token, names) {
      const present = stored.read();
      const login = loginOf(uid);
      if (present && login) stored.write({ ...present, login: { ...login, ...names, access_token: token } });
    },
    signIn(login, device) {
      for (const listener of signInListeners) listener(login.uid);
      stored.write({ login, vehicle: { device }, platformBinding: false, pinCheck: false });
    },
    onSignIn: (listener) => void signInListeners.push(listener),
    storeMemberInfo(info) {
      const present = stored.read();
      // An answer may be older than the sign-in that has come meanwhile: nothing of one member is kept as another's.
      if (present?.login.account === info.account) stored.write({ ...present, memberInfo: info });
    },
    passPin(isPassed) {
      const present = stored.read();
      if (present && present.pinCheck !== isPassed) stored.write({ ...present, pinCheck: isPassed });
    },
    storeReview({ platformBinding, bankCardStatus }) {
      const present = stored.read();
      if (!present) return;
      const { memberInfo } = present;
      stored.write({
        ...present,
        ...(platformBinding !== undefined && { platformBinding }),
        ...(memberInfo && bankCardStatus !== undefined && { memberInfo: { ...memberInfo, bankCardStatus } }),
      });
    },
    signOut() {
      for (const listener of signOutListeners) listener();
      stored.clear();
    },
    onSignOut: (listener) => void signOutListeners.push(listener),
    subscribe: stored.subscribe,
  };
}
