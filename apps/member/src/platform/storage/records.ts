import { DEBUG_MODES, STORAGE_KEYS } from '@holdfast/contract/constants';
import type { OtherSetUp, UserDeviceSet } from '@holdfast/contract/member';
import { flag, oneOf, recordOf, text, withDefault, type Reader } from './read.ts';
import { createStored, type Stored } from './stored.ts';

/** The small records of this device (spec 3). Each has a value whatever lies in the storage: what cannot be read is the default. */
interface DeviceRecord<T> extends Omit<Stored<T>, 'read'> {
  read: () => T;
}

function createRecord<T>(
  area: Storage,
  options: { key: string; read: Reader<T>; initial: T },
): DeviceRecord<T> {
  const { initial, ...rest } = options;
  const stored = createStored({ area, ...rest });
  return { ...stored, read: () => stored.read() ?? initial };
}

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

export type DebugMode = (typeof DEBUG_MODES)[number];

/** The debug log is on unless this says `close` (spec 9). */
export const debugModeOf = (area: Storage) =>
  createRecord<DebugMode>(area, { key: STORAGE_KEYS.debugMod, read: oneOf(DEBUG_MODES), initial: 'open' });

/** Whether the question to save the log was answered in this session. */
export const logAskOf = (tab: Storage) =>
  createRecord(tab, { key: STORAGE_KEYS.logAsk, read: flag, initial: false });

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

/** The address of the intro video that was closed on this device. */
export const introSeenOf = (area: Storage) => createStored({ area, key: 'introSeen', read: text });
