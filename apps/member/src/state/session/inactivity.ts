import type { INACTIVITY_TIMER_NAME } from '@holdfast/contract/constants';
import { integer, createStored, type Stored } from '@holdfast/client/storage';

/** The only timer there is (spec 4). */
export type TimerName = typeof INACTIVITY_TIMER_NAME;

export interface Timers {
  start: (name: TimerName) => void;
  /** Clears it and starts it again. */
  reset: (name: TimerName) => void;
  clear: (name: TimerName) => void;
  /** For how long it has been running since it was last started or reset in any tab; undefined while it is not. */
  elapsedMs: (name: TimerName) => number | undefined;
}

interface Clocks {
  /** Goes on while the device sleeps, and can be moved. */
  wall: () => number;
  /** Cannot be moved, and may stand still while the device sleeps. */
  steady: () => number;
}

/**
 * Timers by name, shared by all tabs: when one was started lies in the storage under its name. How long ago that is, is asked of two
 * clocks and the longer answer counts, so that neither a clock that was set back nor a sleep makes an hour longer.
 */
export function createTimers(area: Storage, { wall, steady }: Clocks): Timers {
  const timers = new Map<TimerName, { stored: Stored<number>; seen: number | undefined; seenAt: number }>();
  const of = (name: TimerName) => {
    const known = timers.get(name);
    if (known) return known;
    const timer = { stored: createStored({ area, key: name, read: integer }), seen: undefined, seenAt: 0 };
    timers.set(name, timer);
    return timer;
  };
  const start = (name: TimerName) => of(name).stored.write(wall());
  const clear = (name: TimerName) => of(name).stored.clear();
  return {
    start,
    clear,
    reset(name) {
      clear(name);
      start(name);
    },
    elapsedMs(name) {
      const timer = of(name);
      const startedAt = timer.stored.read();
      if (startedAt === undefined) return undefined;
      const byWall = Math.max(0, wall() - startedAt);
      if (timer.seen !== startedAt) Object.assign(timer, { seen: startedAt, seenAt: steady() - byWall });
      return Math.max(byWall, steady() - timer.seenAt);
    },
  };
}
