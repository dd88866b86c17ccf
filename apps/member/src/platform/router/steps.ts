type Browser = Pick<Window, 'history' | 'location'> & {
  /** Says how much lies behind, in a browser that has it. */
  readonly navigation?: { readonly currentEntry: { readonly index: number } | null };
};

/** How many of our own entries lie below this one; kept in the entry itself, so it survives a reload. */
export function numberOf(state: unknown, key: 'depth' | 'steps'): number {
  const found = (state as Record<typeof key, unknown> | null)?.[key];
  return typeof found === 'number' ? found : 0;
}

/**
 * Browsers travel within milliseconds, a phone that does three other things within seconds, and where there is nowhere to go nothing is
 * said: entries that are too many are forgotten, and the number that was left in a later one does not know it.
 */
const LOST_MS = 5000;

/** A way back through the history takes a moment. What is wished meanwhile would count from the wrong entry: it comes afterwards. */
export function createTraveller(browser: Pick<Browser, 'history' | 'navigation'>) {
  let isUnderWay = false;
  let afterwards: (() => void) | undefined;
  let lost: ReturnType<typeof setTimeout> | undefined;
  /** Ends the way, and does what waited for its end. */
  const end = (): void => {
    clearTimeout(lost);
    isUnderWay = false;
    const wish = afterwards;
    afterwards = undefined;
    wish?.();
  };
  const travel = (delta: number, otherwise?: () => void): void => {
    isUnderWay = true;
    const giveUp = (): void => {
      afterwards ??= otherwise;
      end();
    };
    const behind = browser.navigation?.currentEntry?.index;
    if (behind !== undefined && behind + delta < 0) return giveUp();
    lost = setTimeout(giveUp, LOST_MS);
    browser.history.go(delta);
  };
  return {
    /** Goes back, or does `otherwise` where that leads nowhere. */
    travel,
    /** Whether `wish` has to wait. The last one counts, and a `weak` one only where there is no other. */
    postpones(wish: () => void, weight?: 'weak'): boolean {
      if (isUnderWay) afterwards = weight === 'weak' ? (afterwards ?? wish) : wish;
      return isUnderWay;
    },
    travelThen(delta: number, wish: () => void): void {
      afterwards = wish;
      travel(delta);
    },
    /** For an app that is gone: neither the way's end nor what waited for it may move the page that came after it. */
    forget(): void {
      clearTimeout(lost);
      isUnderWay = false;
      afterwards = undefined;
    },
    /** Does what waited, and says whether the way is over with that. */
    arrive(): boolean {
      end();
      return !isUnderWay;
    },
  };
}

export interface Steps {
  count: number;
  /** Left out: none of its steps can be taken back now, and Back does nothing. */
  onBack: (() => void) | undefined;
}

interface Parts {
  browser: Browser;
  traveller: ReturnType<typeof createTraveller>;
  /** Whether anybody listens: an app that is gone moves nothing any more. */
  isHere: () => boolean;
}

/** The steps that can be taken back at this address: entries of the history, as many as their holders ask for. */
export function createSteps({ browser, traveller, isHere }: Parts) {
  const holders = new Map<object, Steps & { address: string }>();
  const addressNow = () => browser.location.pathname + browser.location.search;
  const laid = () => numberOf(browser.history.state, 'steps');
  /** Those of another address are on their way out, or wait for the next one's code. */
  const holdersHere = () => [...holders.values()].filter(({ address }) => address === addressNow());
  const wanted = () => holdersHere().reduce((sum, { count }) => sum + count, 0);
  const settle = (): void => {
    // What is being left wishes no steps any more.
    if (!isHere() || traveller.postpones(settle, 'weak')) return;
    if (laid() > wanted()) traveller.travel(wanted() - laid());
    while (laid() < wanted()) {
      const { history } = browser;
      const state = { depth: numberOf(history.state, 'depth') + 1, steps: laid() + 1 };
      // A step back stays on the page: the browser must not move it to where it stood before the step.
      history.scrollRestoration = 'manual';
      history.pushState(state, '', addressNow());
    }
  };
  /** After an arrival: a step that is gone is taken back by who holds it, the last one first. */
  const follow = (): void => {
    const top = holdersHere().findLast(({ count }) => count > 0);
    if (laid() < wanted() && top?.onBack) top.onBack();
    else settle();
  };
  const hold = (holder: object, steps: Steps): void => {
    holders.set(holder, { ...steps, address: holders.get(holder)?.address ?? addressNow() });
    settle();
  };
  const release = (holder: object): void => {
    if (holders.delete(holder)) settle();
  };
  return { laid, settle, follow, hold, release };
}
