import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { createLogThrottle } from '#platform/log/log-throttle.ts';
import { publishHints } from './outbox.store.ts';

const POLL_MS = 200;
/** One run serves the commits of this long: under load a run for each would cost as much as the commits. Nobody sees the delay. */
const GATHER_MS = 20;
/** A NOTIFY payload holds 8,000 bytes. So many rows fit, whatever they hold: with all topics, of orders all different, and the longest ids. */
export const BATCH = 45;

export interface Relay {
  /** Polls soon instead of at the next interval: the outbox may have new hints. */
  readonly wake: () => void;
  stop(): Promise<void>;
}

export interface RelayParts {
  readonly db: Database;
  readonly log: Log;
  /** Called when carriers have something to send. */
  readonly wakeCarriers: () => void;
}

/** The outbox relay: publishes the hints of the commits since its last run. */
export function startRelay({ db, log, wakeCarriers }: RelayParts): Relay {
  const throttle = createLogThrottle();
  let stopped = false;
  let wakeUp: () => void = () => {};
  let woken = false;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function drain(): Promise<void> {
    for (let count = BATCH; count === BATCH;) {
      const published = await publishHints(db, BATCH);
      if (published.due > 0) wakeCarriers();
      ({ count } = published);
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      if (stopped) return;
      woken = false;
      try {
        await drain();
      } catch (error) {
        throttle(error, () => log.warn({ err: error }, 'the outbox relay failed and retries'));
      }
      if (!woken) await pause();
      if (woken) await sleep(GATHER_MS);
    }
  }

  const running = run();
  return {
    wake: () => {
      woken = true;
      wakeUp();
    },
    async stop() {
      stopped = true;
      wakeUp();
      await running;
    },
  };
}
