import { STORAGE_KEYS, type MemberData, type MemberInfo } from '@holdfast/contract';
import { createStored } from '../storage/stored.ts';
import { readMemberData } from './member-data.ts';

export interface Session {
  /** The stored member data; undefined is signed out. */
  read: () => MemberData | undefined;
  signIn: (login: MemberData['login'], device: string) => void;
  /** Hears of a sign-in that was made in this tab, before the member data are stored. Data from elsewhere say nothing of a password. */
  onSignIn: (listener: (uid: string) => void) => void;
  storeMemberInfo: (info: MemberInfo) => void;
  /** Stores what the result of a review says (spec 4). It is shown only: the server decides each time. */
  storeReview: (review: { platformBinding?: boolean; bankCardStatus?: string }) => void;
  /** Writes `pinCheck`, for whoever reads the member data; the lock itself never does. */
  passPin: (isPassed: boolean) => void;
  /** Deletes the stored member data (spec 4). Telling the server is the caller's. */
  signOut: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createSession(area: Storage): Session {
  const stored = createStored({ area, key: STORAGE_KEYS.memberData, read: readMemberData });
  const signInListeners: ((uid: string) => void)[] = [];
  return {
    read: stored.read,
    signIn(login, device) {
      for (const listener of signInListeners) listener(login.uid);
      stored.write({ login, vehicle: { device }, platformBinding: false, pinCheck: false });
    },
    onSignIn: (listener) => void signInListeners.push(listener),
    storeMemberInfo(info) {
      const present = stored.read();
      if (present) stored.write({ ...present, memberInfo: info });
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
    signOut: stored.clear,
    subscribe: stored.subscribe,
  };
}
