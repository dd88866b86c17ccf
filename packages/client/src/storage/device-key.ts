const DATABASE = 'device';
const STORE = 'keys';
/** A storage that does not answer must not keep a person from doing something. */
const PATIENCE_MS = 2000;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB refused')));
  });
}

const makeKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** The key of that name, or `made` from now on: whichever tab comes first. */
async function readOrKeep(name: string, made: CryptoKey): Promise<CryptoKey> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  const database = await settled(request);
  // Somebody clears the site's data: hold nothing back.
  database.addEventListener('versionchange', () => database.close());
  try {
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    const kept: unknown = await settled(store.get(name));
    if (kept instanceof CryptoKey) return kept;
    await settled(store.put(made, name));
    return made;
  } finally {
    database.close();
  }
}

/**
 * A key of this device for keyed hashes, which can be used here and read nowhere, not even by this page. Where the browser keeps none
 * it lives as long as the page.
 */
export async function openDeviceKey(name: string): Promise<CryptoKey> {
  const made = await makeKey();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CryptoKey>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, made);
  });
  try {
    return await Promise.race([readOrKeep(name, made), late]);
  } catch {
    return made;
  } finally {
    clearTimeout(timer);
  }
}

/** Keyed hash of a text as lower-case hex, for what may lie in a storage only so: without the key nobody can try what it was made of. */
export async function keyedHash(key: CryptoKey, text: string): Promise<string> {
  const hash = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
