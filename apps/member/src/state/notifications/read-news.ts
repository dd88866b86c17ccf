/** Written and taken away at once: the other tabs hear of it, and nothing stays. */
const KEY = 'inboxRead';

/** Tells the other tabs of this browser that something has been read. They share the one session that a member has, so nobody else has to hear of it. */
export function tellTabsOfRead(shared: Storage): void {
  try {
    shared.setItem(KEY, '1');
    shared.removeItem(KEY);
  } catch {
    // A storage that is full or forbidden: the other tabs learn of it when they ask the next time.
  }
}

/** Hears that another tab has marked something as read at the server. */
export function hearOfRead(shared: Storage, listener: () => void): () => void {
  const hear = ({ storageArea, key, newValue }: StorageEvent) => {
    if (storageArea === shared && key === KEY && newValue !== null) listener();
  };
  globalThis.addEventListener('storage', hear);
  return () => globalThis.removeEventListener('storage', hear);
}
