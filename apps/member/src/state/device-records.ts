import type { OtherSetUp, UserDeviceSet } from '@holdfast/contract/member';
import { STORAGE_KEYS } from '@holdfast/contract/constants';
import { avatarStorageKey } from '@holdfast/contract/rules';
import {
  createRecord,
  createStored,
  flag,
  recordOf,
  text,
  withDefault,
  type Reader,
  type Stored,
} from '@holdfast/client/storage';

/** The small records of this device (spec 3). Each has a value whatever lies in the storage: what cannot be read is the default. */

const off = withDefault(flag, false);

export const readOtherSetUp: Reader<OtherSetUp> = recordOf<OtherSetUp>({
  jumpBindBankCard: off,
  jumpBindBankCardPassLeftMenu: off,
  jumpBindPlat: off,
  jumpContactUs: off,
  jumpContactUsPassLeftMenu: off,
  RealName: withDefault(recordOf({ run: off }), { run: false }),
});

const NOTHING_SET: OtherSetUp = {
  jumpBindBankCard: false,
  jumpBindBankCardPassLeftMenu: false,
  jumpBindPlat: false,
  jumpContactUs: false,
  jumpContactUsPassLeftMenu: false,
  RealName: { run: false },
};

/** One-shot flags: each opens something once and is then reset. */
export const otherSetUpOf = (area: Storage) =>
  createRecord(area, { key: STORAGE_KEYS.otherSetUp, read: readOtherSetUp, initial: NOTHING_SET });

/** Whether PIN locking is on. */
export const userDeviceSetOf = (area: Storage) =>
  createRecord(area, {
    key: STORAGE_KEYS.userDeviceSet,
    read: recordOf<UserDeviceSet>({ pinUnlock: off }),
    initial: { pinUnlock: false },
  });

/** Whether somebody was asked about notifications, or told that this browser has none, while this tab has been open. */
export const pushAskOf = (tab: Storage) => createRecord(tab, { key: 'pushAsk', read: flag, initial: false });

/** Who has just been registered in this tab and has not entered yet. Names alone: a reload must not lose an account that nobody chose. */
export interface Registered {
  readonly account: string;
  readonly nick: string;
  readonly isFast: boolean;
}
export const registeredOf = (tab: Storage) =>
  createStored({
    area: tab,
    key: 'registered',
    read: recordOf<Registered>({ account: text, nick: text, isFast: flag }),
  });

export const SAFETY_READ_KEY = 'safetyRead';

/** The uid of the member who has read the safety lesson on this device. It goes with the session: afterwards their orders tell. */
export const safetyReadOf = (area: Storage) => createStored({ area, key: SAFETY_READ_KEY, read: text });

export const TOLD_LANGUAGE_KEY = 'toldLanguage';

/** In which language the server knows a member to read, and which member. */
export const toldLanguageOf = (area: Storage) =>
  createStored({
    area,
    key: TOLD_LANGUAGE_KEY,
    read: recordOf<{ readonly uid: string; readonly language: string }>({ uid: text, language: text }),
  });

/** The address of the intro video that was closed on this device. */
export const introSeenOf = (area: Storage) => createStored({ area, key: 'introSeen', read: text });

const avatars = new WeakMap<Storage, Map<string, Stored<string>>>();

/**
 * The file of an account's avatar (spec 3); empty: it has none. Nothing: this device does not know yet. One record for all parts of a screen,
 * so that all of them hear of a change.
 */
export function avatarOf(area: Storage, account: string): Stored<string> {
  const known = avatars.get(area) ?? new Map<string, Stored<string>>();
  avatars.set(area, known);
  const record = known.get(account) ?? createStored({ area, key: avatarStorageKey(account), read: text });
  known.set(account, record);
  return record;
}
