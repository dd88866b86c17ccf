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

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  const database = await settled(request);
  // Somebody clears the site's data: hold nothing back.
  database.addEventListener('versionchange', () => database.close());
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
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
  const kept: unknown = await withStore('readonly', (store) => store.get(KEY)).catch(() => undefined);
  return isBinding(kept) ? kept : undefined;
}

export async function keepBinding(bound: KeptBinding): Promise<void> {
  await withStore('readwrite', (store) => store.put(bound, KEY));
}

export async function forgetBinding(): Promise<void> {
  await withStore('readwrite', (store) => store.delete(KEY)).catch(() => {});
}

/** Hash of a member under a binding. */
export async function ownerOf({ binding, uid }: { binding: string; uid: string }): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${binding} ${uid}`));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
