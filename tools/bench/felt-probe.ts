// What `npm run bench:felt` sees from inside the page. It asks only what a person could see or try, never how a build is made, so
// that old and new builds are measured alike.

interface LayoutShift {
  readonly at: number;
  readonly value: number;
  /** The beginning of the tags that moved. */
  readonly moved: readonly string[];
}

interface LongTask {
  readonly at: number;
  readonly ms: number;
}

/** Times are milliseconds since the navigation began. */
export interface Felt {
  readonly shifts: LayoutShift[];
  /** When the main thread was busy for longer than 50 ms. */
  readonly longTasks: LongTask[];
  /** The form could be seen and typed into. */
  shownAt?: number;
  /** And the app answered when it was sent. */
  usableAt?: number;
  /** The tap on the button that signs in. */
  tappedAt?: number;
  /** Since then home has shown everything; undefined again while something is still loading. */
  settledAt?: number | undefined;
}

export interface FeltWindow {
  felt: Felt;
}

/**
 * Runs in the page before its own code, and looks once a frame. With `triesForm` it sends the empty form until the app says that
 * something is missing: a form in the static HTML looks ready long before it is, and may even keep what is pressed for later. Layout shifts
 * are taken from another visit, since that answer moves the form.
 */
export function probePage(triesForm: boolean): void {
  const felt: Felt = { shifts: [], longTasks: [] };
  Object.assign(globalThis, { felt });

  type Shift = PerformanceEntry & {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null }[];
  };
  const tagOf = (node: Node | null): string =>
    node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? '');
  const shifts = new PerformanceObserver((list) => {
    for (const { startTime: at, value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput) felt.shifts.push({ at, value, moved: sources.map(({ node }) => tagOf(node)) });
  });
  shifts.observe({ type: 'layout-shift', buffered: true });
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime: at, duration: ms } of list.getEntries()) felt.longTasks.push({ at, ms });
  });
  tasks.observe({ type: 'longtask', buffered: true });

  const note = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('button[type="submit"]'))
      felt.tappedAt = event.timeStamp;
  };
  addEventListener('click', note, true);

  /** Whether it is inert is not asked: some builds lay a question over the form as soon as they run. */
  const isReady = (control: HTMLInputElement | HTMLButtonElement): boolean =>
    !control.disabled && control.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  const visibleForm = (): HTMLFormElement | undefined => {
    const form = document.querySelector('input[autocomplete="current-password"]')?.closest('form');
    const fields = [...(form?.querySelectorAll<HTMLInputElement>('input[autocomplete]') ?? [])];
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (!form || !button || fields.length < 2 || fields.some(({ readOnly }) => readOnly)) return undefined;
    return [...fields, button].every(isReady) ? form : undefined;
  };
  /** This event, made by a script, sends nothing by itself. */
  const send = (form: HTMLFormElement): void => {
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  };
  const hasAnswered = (form: HTMLFormElement): boolean =>
    form.querySelector('input[aria-invalid="true"]') !== null;

  const isHomeSettled = (): boolean => {
    const main = document.querySelector('main');
    const tab = document.querySelector('nav a[href="/transaction"]');
    if (location.pathname !== '/home' || !main || !tab?.checkVisibility()) return false;
    if (main.querySelector('[aria-busy="true"], [class*="skeleton" i]')) return false;
    return /\d,\d{3}/.test(main.textContent ?? '');
  };

  // A frame's callback runs before the frame is drawn: what it finds there, a person sees by the next one.
  let wasFormVisible = false;
  let wasHomeSettled = false;
  const look = (): void => {
    const now = performance.now();
    const form = triesForm && felt.usableAt === undefined ? visibleForm() : undefined;
    if (form && wasFormVisible) {
      felt.shownAt ??= now;
      if (hasAnswered(form)) felt.usableAt = now;
      else send(form);
    }
    wasFormVisible = form !== undefined;

    const isSettled = felt.tappedAt !== undefined && isHomeSettled();
    if (!isSettled) felt.settledAt = undefined;
    else if (wasHomeSettled) felt.settledAt ??= now;
    wasHomeSettled = isSettled;
    requestAnimationFrame(look);
  };
  look();
}

/** A burst of shifts ends after this pause, and at this length (web.dev/articles/cls). */
const PAUSE_MS = 1000;
const BURST_MS = 5000;

/** Cumulative layout shift from `from` on: the sum of the worst burst. */
export function layoutShift(shifts: readonly Omit<LayoutShift, 'moved'>[], from = 0): number {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  for (const { at, value } of shifts) {
    if (at < from) continue;
    if (at - last > PAUSE_MS || at - first > BURST_MS) {
      sum = 0;
      first = at;
    }
    last = at;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}
