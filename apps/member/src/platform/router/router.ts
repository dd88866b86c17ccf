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
  /**
   * Lays `count` entries of this address under what `holder` shows: Back then takes one of its steps back instead of leaving the place.
   * Who came last is asked first. Asked again, the holder's numbers are renewed.
   */
  hold: (holder: object, steps: Steps) => void;
  release: (holder: object) => void;
}

export interface Steps {
  count: number;
  /** Left out: none of its steps can be taken back now, and Back does nothing. */
  onBack: (() => void) | undefined;
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
export function createRouter(
  browser: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'>,
): Router {
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
  const holders = new Map<object, Steps & { address: string }>();
  const addressNow = () => browser.location.pathname + browser.location.search;
  const stepsNow = () => numberOf(browser.history.state, 'steps');
  /** Those of another address are on their way out, or wait for the next one's code. */
  const holdersHere = () => [...holders.values()].filter(({ address }) => address === addressNow());
  /** Has as many entries below as there are steps to take back. */
  const settle = (): void => {
    if (listeners.size === 0) return; // nobody is here
    if (isTravelling) {
      // What is being left wishes no steps any more.
      afterwards ??= settle;
      return;
    }
    const wanted = holdersHere().reduce((sum, { count }) => sum + count, 0);
    if (stepsNow() > wanted) travel(wanted - stepsNow());
    while (stepsNow() < wanted) {
      const { history } = browser;
      const state = { depth: numberOf(history.state, 'depth') + 1, steps: stepsNow() + 1 };
      history.pushState(state, '', addressNow());
    }
  };
  const stepBack = (): void => {
    const wanted = holdersHere().reduce((sum, { count }) => sum + count, 0);
    const top = holdersHere().findLast(({ count }) => count > 0);
    if (stepsNow() < wanted && top?.onBack) top.onBack();
    else settle();
  };
  const arrive = (): void => {
    isTravelling = false;
    const next = afterwards;
    afterwards = undefined;
    next?.();
    if (isTravelling) return;
    tell();
    stepBack();
  };
  const go: Router['go'] = (address, { replace = false } = {}) => {
    if (isTravelling) {
      afterwards = () => go(address, { replace });
      return;
    }
    const depth = numberOf(browser.history.state, 'depth');
    if (replace) browser.history.replaceState({ depth }, '', address);
    else browser.history.pushState({ depth: depth + 1 }, '', address);
    tell();
  };
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
  return {
    place: () => place,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        browser.addEventListener('popstate', arrive);
        // A reload forgets what was being done, and with it the steps behind.
        settle();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) browser.removeEventListener('popstate', arrive);
      };
    },
    go,
    back,
    hold(holder, steps) {
      holders.set(holder, { ...steps, address: holders.get(holder)?.address ?? addressNow() });
      settle();
    },
    release(holder) {
      if (holders.delete(holder)) settle();
    },
  };
}
