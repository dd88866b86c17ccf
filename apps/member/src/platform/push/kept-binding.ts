import { openKept, settled } from '#platform/kept/kept-database.ts';

/**
 * Whose push messages this device shows. The app writes it and the service worker reads it, which has no local storage. `owner` is a hash that
 * only the binding makes from the member's uid: the record names nobody.
 */
export interface KeptBinding {
  readonly binding: string;
  readonly owner: string;
}

const PLACE = { database: 'push', store: 'kept' } as const;
const KEY = 'binding';

const isBinding = (value: unknown): value is KeptBinding =>
  typeof value === 'object' &&
  value !== null &&
  'binding' in value &&
  typeof value.binding === 'string' &&
  'owner' in value &&
  typeof value.owner === 'string';

/** Undefined where nobody's messages are shown, or the browser keeps nothing. */
export async function readBinding(): Promise<KeptBinding | undefined> {
  try {
    const database = await openKept(PLACE, false);
    if (!database) return undefined;
    const kept: unknown = await settled(
      database.transaction(PLACE.store).objectStore(PLACE.store).get(KEY),
    ).finally(() => database.close());
    return isBinding(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export async function keepBinding(bound: KeptBinding): Promise<void> {
  const database = await openKept(PLACE, true);
  if (!database) return;
  const store = database.transaction(PLACE.store, 'readwrite').objectStore(PLACE.store);
  await settled(store.put(bound, KEY)).finally(() => database.close());
}

/** Nothing of it is left on the device. */
export async function forgetBinding(): Promise<void> {
  await settled(indexedDB.deleteDatabase(PLACE.database)).catch(() => {});
}

/** Hash of a member under a binding. */
export async function ownerOf({ binding, uid }: { binding: string; uid: string }): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${binding} ${uid}`));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
