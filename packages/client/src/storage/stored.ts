import type { Reader } from './read.ts';
import { makeRoom } from './room.ts';

export interface Stored<T> {
  read: () => T | undefined;
  write: (value: T) => void;
  clear: () => void;
  /** Tells of changes made here and, through the browser, in other tabs. */
  subscribe: (listener: () => void) => () => void;
}

interface StoredOptions<T> {
  area: Storage;
  key: string;
  read: Reader<T>;
}

/**
 * One record in the browser's storage behind its reader; what cannot be read is dropped, never trusted. Reads give the same object
 * until the text changes, so React may compare by identity. A full or forbidden storage is no error: the value then lives as long as
 * the page.
 */
export function createStored<T>({ area, key, read }: StoredOptions<T>): Stored<T> {
  const listeners = new Set<() => void>();
  let text: string | null = null;
  let value: T | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const load = () => {
    const present = readText(area, key, text);
    if (present === text) return;
    text = present;
    value = undefined;
    if (present === null) return;
    value = read(parseJson(present));
    if (value === undefined) {
      removeText(area, key);
      text = null;
    }
  };

  return {
    read() {
      load();
      return value;
    },
    write(next) {
      text = JSON.stringify(next);
      value = next;
      writeText(area, key, text);
      tell();
    },
    clear() {
      removeText(area, key);
      text = null;
      value = undefined;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      const follow = (event: StorageEvent) => {
        if (event.storageArea === area && (event.key === key || event.key === null)) listener();
      };
      globalThis.addEventListener('storage', follow);
      return () => {
        listeners.delete(listener);
        globalThis.removeEventListener('storage', follow);
      };
    },
  };
}

function readText(area: Storage, key: string, fallback: string | null): string | null {
  try {
    return area.getItem(key);
  } catch {
    return fallback;
  }
}

/** Full, or forbidden in this browser's privacy mode: what may be lost makes room, and failing that the value lives with the page. */
function writeText(area: Storage, key: string, text: string): void {
  for (;;) {
    try {
      area.setItem(key, text);
      return;
    } catch {
      if (!makeRoom(area)) return;
    }
  }
}

function removeText(area: Storage, key: string): void {
  try {
    area.removeItem(key);
  } catch {
    // Forbidden storage holds nothing to remove.
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A bare word, as a person writes `close` into the browser's own tools.
    return text;
  }
}
