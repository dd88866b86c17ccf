import { createContext, use, useSyncExternalStore, type ReactNode } from 'react';

/** Server time in milliseconds as this device reckons it. Countdowns read this and never the device's own clock. */
type Now = () => number;

const ClockContext = createContext<Now>(Date.now);

export function ClockProvider({ now, children }: { now: Now; children: ReactNode }) {
  return <ClockContext value={now}>{children}</ClockContext>;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all countdowns, so that they step together and an idle page has none. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const tick of listeners) tick();
  }, 250);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Renders again when `read` of the server's time gives something else: a second, a share, a word. */
export function useServerTime<T extends string | number | boolean | undefined>(
  read: (nowMs: number) => T,
): T {
  const now = use(ClockContext);
  const readNow = () => read(now());
  return useSyncExternalStore(subscribe, readNow, readNow);
}
