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

/** For one worker: after each piece of work it rests `times` as long as that took. So it takes its share of a core and no more, on a slow machine as well. */
export function createRests(
  times: number,
  clock: PaceClock = realClock,
): <T>(work: () => Promise<T>) => Promise<T> {
  let restedAt = 0;
  return async (work) => {
    const waitMs = restedAt - clock.nowMs();
    if (waitMs > 0) await clock.sleep(waitMs);
    const begunAt = clock.nowMs();
    try {
      return await work();
    } finally {
      const endedAt = clock.nowMs();
      restedAt = endedAt + times * (endedAt - begunAt);
    }
  };
}
