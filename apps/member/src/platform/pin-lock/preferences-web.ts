import { openKept, settled } from '#platform/kept/kept-database.ts';
import { openRecord, sealRecord } from './sealed-record.ts';
import type { SecurePreferences } from './secure-preferences.ts';

const PLACE = { database: 'pin', store: 'records' } as const;
const RECORD = 'pin';

/** Resolves when the transaction is on the disk: a counter that a kill could undo would be none. */
async function withStore<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    const transaction = database.transaction(PLACE.store, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')));
    });
    const [result] = await Promise.all([settled(act(transaction.objectStore(PLACE.store))), done]);
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
      const database = await openKept(PLACE, false);
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
    const database = await openKept(PLACE, true);
    if (database) await withStore(database, 'readwrite', (store) => store.put(sealed, RECORD));
  },
  async clear() {
    await settled(indexedDB.deleteDatabase(PLACE.database));
  },
  exclusively: (act) => navigator.locks.request('pin', act),
};
