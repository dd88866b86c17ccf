import { toPlace, type Place } from './place.rules.ts';
import { createSteps, createTraveller, numberOf, type Steps } from './steps.ts';

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

/**
 * The browser's history as the eight routes need it: no path parameters, no nesting, no loaders. What a page knows beyond its
 * path stands in the search and is validated by the route table (docs/decisions: a router of our own).
 */
export function createRouter(
  browser: Pick<Window, 'history' | 'location' | 'addEventListener' | 'removeEventListener'> &
    Partial<Pick<Window, 'navigation'>>,
): Router {
  const listeners = new Set<() => void>();
  const read = () => toPlace(browser.location.pathname + browser.location.search);
  let place = read();
  const tell = () => {
    place = read();
    for (const listener of listeners) listener();
  };
  const traveller = createTraveller(browser);
  const steps = createSteps({ browser, traveller, isHere: () => listeners.size > 0 });
  const arrive = (): void => {
    if (!traveller.arrive()) return;
    tell();
    steps.follow();
  };
  const go: Router['go'] = (address, { replace = false } = {}) => {
    if (traveller.postpones(() => go(address, { replace }))) return;
    const depth = numberOf(browser.history.state, 'depth');
    // Whoever comes back to the place that is left here finds it where it stood, also one that had steps (steps.ts).
    browser.history.scrollRestoration = 'auto';
    if (replace) browser.history.replaceState({ depth }, '', address);
    else browser.history.pushState({ depth: depth + 1 }, '', address);
    tell();
  };
  const back: Router['back'] = (fallback) => {
    if (traveller.postpones(() => back(fallback))) return;
    const laid = steps.laid();
    const takeFallback = () => go(fallback, { replace: true });
    if (numberOf(browser.history.state, 'depth') > laid) traveller.travel(-1 - laid, takeFallback);
    else if (laid === 0) takeFallback();
    else traveller.travelThen(-laid, takeFallback);
  };
  return {
    place: () => place,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        browser.addEventListener('popstate', arrive);
        // A reload forgets what was being done, and with it the steps behind.
        steps.settle();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        browser.removeEventListener('popstate', arrive);
        traveller.forget();
      };
    },
    go,
    back,
    hold: steps.hold,
    release: steps.release,
  };
}
