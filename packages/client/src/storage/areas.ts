/** A storage that lives as long as the page; also what tests use. */
export function pageStorage(initial: Readonly<Record<string, string>> = {}): Storage {
  const items = new Map(Object.entries(initial));
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/**
 * The browser's own storage, or one for the life of the page where it may not even be named: with cookies blocked, reading
 * `localStorage` throws, and an app that cannot remember is still better than one that does not start.
 */
export function areaOr(open: () => Storage): { area: Storage; isKept: boolean } {
  try {
    const area = open();
    area.getItem('');
    return { area, isKept: true };
  } catch {
    return { area: pageStorage(), isKept: false };
  }
}
