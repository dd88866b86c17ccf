/** Resolves when a request of IndexedDB has succeeded. */
export function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')));
  });
}

interface Place {
  readonly database: string;
  readonly store: string;
}

/** Opens the database of one store. Without `mayCreate` an absent one stays absent: looking leaves no trace on a device. */
export async function openKept(
  { database, store }: Place,
  mayCreate: boolean,
): Promise<IDBDatabase | undefined> {
  const request = indexedDB.open(database, 1);
  let isAbsent = false;
  request.addEventListener('upgradeneeded', () => {
    isAbsent = !mayCreate;
    if (isAbsent) request.transaction?.abort();
    else request.result.createObjectStore(store);
  });
  try {
    const opened = await settled(request);
    // Another tab deletes it, or the member clears the site's data: hold nothing back.
    opened.addEventListener('versionchange', () => opened.close());
    return opened;
  } catch (error) {
    if (isAbsent) return undefined;
    throw error;
  }
}
