import { toPlace, type Place } from './place.rules.ts';

export interface Router {
  place: () => Place;
  /** Tells of every change of place, by us or by the browser's Back and Forward. */
  subscribe: (listener: () => void) => () => void;
  go: (address: string, options?: { replace?: boolean }) => void;
  /**
   * Leaves what was opened over a place (a panel, an order) as the Back button would. When the app was entered right there,
   * by a deep link or a reload in a new tab, there is nothing of ours to go back to and `fallback` takes its place.
   */
  back: (fallback: string) => void;
}

/** How many of our own entries lie below this one; kept in the entry itself, so it survives a reload. */
function depthOf(state: unknown): number {
  const depth = (state as { depth?: unknown } | null)?.depth;
  return typeof depth === 'number' ? depth : 0;
}

/**
 * The browser's history as the eight routes need it: no path parameters, no nesting, no loaders. What a page knows beyond its
 * path stands in the search and is validated by the route table (docs/decisions: a router of our own).
 */
export function createRouter(browser: Pick<Window, 'history' | 'location' | 'addEventListener'>): Router {
  const listeners = new Set<() => void>();
  const read = () => toPlace(browser.location.pathname + browser.location.search);
  let place = read();
  const tell = () => {
    place = read();
    for (const listener of listeners) listener();
  };
  browser.addEventListener('popstate', tell);
  const go: Router['go'] = (address, { replace = false } = {}) => {
    const depth = depthOf(browser.history.state);
    if (replace) browser.history.replaceState({ depth }, '', address);
    else browser.history.pushState({ depth: depth + 1 }, '', address);
    tell();
  };
  return {
    place: () => place,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go,
    back(fallback) {
      if (depthOf(browser.history.state) > 0) browser.history.back();
      else go(fallback, { replace: true });
    },
  };
}
