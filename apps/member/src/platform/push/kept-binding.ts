/**
 * Whose push messages this device shows. The app writes it and the service worker reads it, which has no local storage. `owner` is a hash that
 * only the binding makes from the member's uid: the record names nobody.
 */
export interface KeptBinding {
  readonly binding: string;
  readonly owner: string;
}

const DATABASE = 'push';
const STORE = 'kept';
const KEY = 'binding';

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')));
  });
}

/** Undefined where there is none and none is to be made: looking leaves nothing behind on a device that shows nobody's messages. */
async function openDatabase(makes: boolean): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(DATABASE, 1);
  let isNew = false;
  request.addEventListener('upgradeneeded', () => {
    isNew = true;
    if (makes) request.result.createObjectStore(STORE);
    else request.transaction?.abort();
  });
  try {
    const database = await settled(request);
    // Somebody clears the site's data, or signs out: hold nothing back.
    database.addEventListener('versionchange', () => database.close());
    return database;
  } catch (error) {
    if (isNew && !makes) return undefined;
    throw error;
  }
}

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
    const database = await openDatabase(false);
    if (!database) return undefined;
    const kept: unknown = await settled(database.transaction(STORE).objectStore(STORE).get(KEY)).finally(() =>
      database.close(),
    );
    return isBinding(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export async function keepBinding(bound: KeptBinding): Promise<void> {
  const database = await openDatabase(true);
  if (!database) return;
  const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
  await settled(store.put(bound, KEY)).finally(() => database.close());
}

/** Nothing of it is left on the device. */
export async function forgetBinding(): Promise<void> {
  await settled(indexedDB.deleteDatabase(DATABASE)).catch(() => {});
}

/** Hash of a member under a binding. */
export async function ownerOf({ binding, uid }: { binding: string; uid: string }): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${binding} ${uid}`));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
