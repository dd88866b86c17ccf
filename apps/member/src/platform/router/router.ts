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
  /** How many steps of a way of several lie below this entry, all of the same address. */
  steps: () => number;
  /** Has as many entries of this address below as the way has steps behind it: Back then goes one step back, not out of it. */
  keepSteps: (count: number) => void;
}

/** How many of our own entries lie below this one; kept in the entry itself, so it survives a reload. */
function numberOf(state: unknown, key: 'depth' | 'steps'): number {
  const found = (state as Record<typeof key, unknown> | null)?.[key];
  return typeof found === 'number' ? found : 0;
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
    const depth = numberOf(browser.history.state, 'depth');
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
      const { history } = browser;
      const steps = numberOf(history.state, 'steps');
      if (numberOf(history.state, 'depth') > steps) history.go(-1 - steps);
      else if (steps === 0) go(fallback, { replace: true });
      else {
        browser.addEventListener('popstate', () => go(fallback, { replace: true }), { once: true });
        history.go(-steps);
      }
    },
    steps: () => numberOf(browser.history.state, 'steps'),
    keepSteps(count) {
      const { history, location } = browser;
      let steps = numberOf(history.state, 'steps');
      if (steps > count) history.go(count - steps);
      for (; steps < count; steps += 1) {
        const depth = numberOf(history.state, 'depth') + 1;
        history.pushState({ depth, steps: steps + 1 }, '', location.pathname + location.search);
      }
    },
  };
}
