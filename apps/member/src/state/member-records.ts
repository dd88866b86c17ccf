import { avatarStorageKey } from '@holdfast/contract/rules';
import { createRecord, createStored, flag, recordOf, text, type Stored } from '@holdfast/client/storage';
import { SAFETY_READ_KEY, TOLD_LANGUAGE_KEY } from './device-records.ts';

/** The records of this device that only a member's screens read. Apart from the others: they are nothing to who is not signed in. */

/** Whether somebody was asked about notifications, or told that this browser has none, while this tab has been open. */
export const pushAskOf = (tab: Storage) => createRecord(tab, { key: 'pushAsk', read: flag, initial: false });

/** The uid of the member who has read the safety lesson on this device. It goes with the session: afterwards their orders tell. */
export const safetyReadOf = (area: Storage) => createStored({ area, key: SAFETY_READ_KEY, read: text });

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
