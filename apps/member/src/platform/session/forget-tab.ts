import { INBOX_SEEN_KEY } from '../notices/inbox.ts';

/** What a device keeps of the member who is signed in. The intents are not among it: they outlive a new sign-in (decision 2). */
export const LAST_BALANCES_KEY = 'lastBalances';
export const DEVICE_KEY = 'device';

export function forgetMember({ tab, shared }: { tab: Storage; shared: Storage }): void {
  for (const key of [LAST_BALANCES_KEY, DEVICE_KEY]) tab.removeItem(key);
  shared.removeItem(INBOX_SEEN_KEY);
}
