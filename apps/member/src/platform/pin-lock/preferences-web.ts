import { openRecord, sealRecord } from './sealed-record.ts';
import type { SecurePreferences } from './secure-preferences.ts';

const DATABASE = 'pin';
const STORE = 'records';
const RECORD = 'pin';

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')));
  });
}

/** Opens the database; without `mayCreate` an absent one stays absent, so that whoever sets no PIN leaves no trace of one. */
async function openDatabase(mayCreate: boolean): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(DATABASE, 1);
  let isAbsent = false;
  request.addEventListener('upgradeneeded', () => {
    isAbsent = !mayCreate;
    if (isAbsent) request.transaction?.abort();
    else request.result.createObjectStore(STORE);
  });
  try {
    const database = await settled(request);
    // Another tab deletes it: hold nothing back.
    database.addEventListener('versionchange', () => database.close());
    return database;
  } catch (error) {
    if (isAbsent) return undefined;
    throw error;
  }
}

/** Resolves when the transaction is on the disk: a counter that a kill could undo would be none. */
async function withStore<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    const [result] = await Promise.all([settled(act(transaction.objectStore(STORE))), done]);
    return result;
  } finally {
    database.close();
  }
}

/** The browser's place for the PIN: IndexedDB, encrypted (decision 4). Clearing the site's data clears it too. */
export const webPreferences: SecurePreferences = {
  // `subtle` and `locks` exist in secure contexts only: over plain HTTP elsewhere than on this machine no PIN is offered.
  isSupported: 'indexedDB' in globalThis && 'subtle' in crypto && 'locks' in navigator,
  async read() {
    try {
      const database = await openDatabase(false);
      if (!database) return { is: 'none' };
      const record: unknown = await withStore(database, 'readonly', (store) => store.get(RECORD));
      if (record === undefined) return { is: 'none' };
      const text = await openRecord(record);
      return text === undefined ? { is: 'unreadable' } : { is: 'text', text };
    } catch {
      return { is: 'unreadable' };
    }
  },
  async write(text) {
    const sealed = await sealRecord(text);
    const database = await openDatabase(true);
    if (database) await withStore(database, 'readwrite', (store) => store.put(sealed, RECORD));
  },
  async clear() {
    await settled(indexedDB.deleteDatabase(DATABASE));
  },
  exclusively: (act) => navigator.locks.request('pin', act),
};
