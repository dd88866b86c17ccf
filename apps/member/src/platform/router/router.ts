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
  // A way back through the history takes a moment. What is wished meanwhile would count from the wrong entry: it comes afterwards.
  let isTravelling = false;
  let afterwards: (() => void) | undefined;
  const travel = (delta: number) => {
    isTravelling = true;
    browser.history.go(delta);
  };
  browser.addEventListener('popstate', () => {
    isTravelling = false;
    const next = afterwards;
    afterwards = undefined;
    next?.();
    if (!isTravelling) tell();
  });
  const go: Router['go'] = (address, { replace = false } = {}) => {
    const depth = numberOf(browser.history.state, 'depth');
    if (replace) browser.history.replaceState({ depth }, '', address);
    else browser.history.pushState({ depth: depth + 1 }, '', address);
    tell();
  };
  const stepsNow = () => numberOf(browser.history.state, 'steps');
  const back: Router['back'] = (fallback) => {
    if (isTravelling) {
      afterwards = () => back(fallback);
      return;
    }
    const steps = stepsNow();
    if (numberOf(browser.history.state, 'depth') > steps) travel(-1 - steps);
    else if (steps === 0) go(fallback, { replace: true });
    else {
      afterwards = () => go(fallback, { replace: true });
      travel(-steps);
    }
  };
  const keepSteps: Router['keepSteps'] = (count) => {
    if (isTravelling) {
      // A panel that is being left wishes no steps any more.
      afterwards ??= () => keepSteps(count);
      return;
    }
    const { history, location } = browser;
    const address = location.pathname + location.search;
    if (stepsNow() > count) travel(count - stepsNow());
    while (stepsNow() < count)
      history.pushState({ depth: numberOf(history.state, 'depth') + 1, steps: stepsNow() + 1 }, '', address);
  };
  return {
    place: () => place,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    go,
    back,
    steps: stepsNow,
    keepSteps,
  };
}
