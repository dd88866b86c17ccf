import type { OtherSetUp, UserDeviceSet } from '@holdfast/contract/member';
import { STORAGE_KEYS } from '@holdfast/contract/constants';
import {
  createRecord,
  createStored,
  flag,
  recordOf,
  text,
  withDefault,
  type Reader,
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

/** Each flag has a default, so nothing at all is read as all of them off. */
const NOTHING_SET = readOtherSetUp({}) as OtherSetUp;

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

export const TOLD_LANGUAGE_KEY = 'toldLanguage';
