import { CHUNK_LOAD_TIMEOUT_MS } from '@holdfast/contract/constants';

/** The code of a part did not come: a server with another build, a network that is gone, or two minutes of silence. */
class ChunkMissing extends Error {}

export function isChunkMissing(error: unknown): boolean {
  return error instanceof ChunkMissing;
}

/** The code of a part, or `ChunkMissing` in its place, after the chunk-load timeout at the latest. */
export async function inTime<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkMissing('nothing came')), CHUNK_LOAD_TIMEOUT_MS);
  });
  try {
    return await Promise.race([loading, late]);
  } catch (cause) {
    throw new ChunkMissing('the code of a part did not load', { cause });
  } finally {
    clearTimeout(timer);
  }
}

const KEY = 'chunkReload';

/** Whether this build may load itself anew for a part of this address. Once in a tab: one that lacks it for good must not loop. */
export function mayReload(tab: Storage, path: string): boolean {
  const place = path + document.documentElement.dataset['build'];
  if (tab.getItem(KEY) === place) return false;
  tab.setItem(KEY, place);
  return tab.getItem(KEY) === place;
}

type Browser = Pick<Window, 'navigator' | 'location' | 'addEventListener' | 'removeEventListener'>;

/**
 * Loads the app anew for a part that is missing. Without a network that would put the browser's own page in the place of the app, so it
 * waits until there is one again. Returns how to give up waiting.
 */
export function reloadForPart(tab: Storage, browser: Browser): () => void {
  const { navigator, location } = browser;
  const reload = () => location.reload();
  if (navigator.onLine) {
    if (mayReload(tab, location.pathname)) reload();
    return () => {};
  }
  browser.addEventListener('online', reload);
  return () => browser.removeEventListener('online', reload);
}
