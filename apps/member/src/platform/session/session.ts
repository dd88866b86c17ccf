import { STORAGE_KEYS, type MemberData, type MemberInfo } from '@holdfast/contract';
import { createStored } from '../storage/stored.ts';
import { readMemberData } from './member-data.ts';

export interface Session {
  /** The stored member data; undefined is signed out. */
  read: () => MemberData | undefined;
  signIn: (login: MemberData['login'], device: string) => void;
  storeMemberInfo: (info: MemberInfo) => void;
  /** Deletes the stored member data (spec 4). Telling the server is the caller's. */
  signOut: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createSession(area: Storage): Session {
  const stored = createStored({ area, key: STORAGE_KEYS.memberData, read: readMemberData });
  return {
    read: stored.read,
    signIn: (login, device) =>
      stored.write({ login, vehicle: { device }, platformBinding: false, pinCheck: false }),
    storeMemberInfo(info) {
      const present = stored.read();
      if (present) stored.write({ ...present, memberInfo: info });
    },
    signOut: stored.clear,
    subscribe: stored.subscribe,
  };
}
