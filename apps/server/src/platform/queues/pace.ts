import { setTimeout as sleep } from 'node:timers/promises';

/** How fast work may begin: `burst` at once after a pause, then `perSecond`. */
export interface PaceLimits {
  readonly burst: number;
  readonly perSecond: number;
}

interface PaceClock {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

const realClock: PaceClock = { nowMs: () => performance.now(), sleep };

/** A token bucket for one worker: resolves when its next piece of work may begin. Nothing but the worker's own time is spent waiting. */
export function createPace(
  { burst, perSecond }: PaceLimits,
  clock: PaceClock = realClock,
): () => Promise<void> {
  const gapMs = 1000 / perSecond;
  // When the bucket will be full again (the generic cell rate algorithm).
  let fullAt = 0;
  return async () => {
    const now = clock.nowMs();
    fullAt = Math.max(fullAt, now) + gapMs;
    const waitMs = fullAt - now - burst * gapMs;
    if (waitMs > 0) await clock.sleep(waitMs);
  };
}
