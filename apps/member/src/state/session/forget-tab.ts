import { AVATAR_STORAGE_SUFFIX } from '@holdfast/contract/constants';
import { DEVICE_KEY } from '#platform/device/device.ts';
import { SAFETY_READ_KEY, TOLD_LANGUAGE_KEY } from '../device-records.ts';
import { FILM_KEY } from '../notifications/film.ts';
import { INBOX_SEEN_KEY, SAFETY_ANSWERED_KEY } from '../notifications/inbox.ts';
import { UNREAD_KEY } from '../notifications/unread.ts';

/** What a device keeps of the member who is signed in. The RIDs of pending commands are not among it: they outlive a new sign-in (decision 2). */
export const LAST_BALANCES_KEY = 'lastBalances';
export const LAST_KNOWN_KEY = 'lastKnown';

/** What a screen shows at once while it asks anew. Under the PIN lock it lies nowhere. */
export function forgetShown(tab: Storage): void {
  tab.removeItem(LAST_BALANCES_KEY);
}

/** What this tab keeps of its member. */
export function forgetTab(tab: Storage): void {
  forgetShown(tab);
  tab.removeItem(DEVICE_KEY);
}

/** What all tabs keep of the member who was signed in. */
export function forgetMember(shared: Storage): void {
  shared.removeItem(INBOX_SEEN_KEY);
  shared.removeItem(SAFETY_ANSWERED_KEY);
  shared.removeItem(SAFETY_READ_KEY);
  shared.removeItem(UNREAD_KEY);
  shared.removeItem(FILM_KEY);
  shared.removeItem(TOLD_LANGUAGE_KEY);
  shared.removeItem(LAST_KNOWN_KEY);
  // Of whoever it was: nothing on the device then names an account that was here.
  const keys = Array.from({ length: shared.length }, (_, index) => shared.key(index) ?? '');
  for (const key of keys) if (key.endsWith(AVATAR_STORAGE_SUFFIX)) shared.removeItem(key);
}
