import type { Database } from '#platform/db/db.ts';
import { inTransaction } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { createLogThrottle } from '#platform/log/log-throttle.ts';
import { publishHints, dequeueHints } from './outbox.store.ts';

const POLL_MS = 200;
/** A NOTIFY payload holds 8,000 bytes; this many rows fit with room to spare. */
const BATCH = 200;

export interface Relay {
  /** Polls at once instead of at the next interval: the outbox may have new hints. */
  readonly wake: () => void;
  stop(): Promise<void>;
}

/** The outbox relay: publishes hints and deletes them in one transaction. At least once: after a crash in between, a hint is published again. */
export function startRelay({ db, log }: { db: Database; log: Log }): Relay {
  const throttle = createLogThrottle();
  let stopped = false;
  let wakeUp: () => void = () => {};
  let woken = false;

  async function drain(): Promise<void> {
    for (;;) {
      const published = await inTransaction(db, async (tx) => {
        const hints = await dequeueHints(tx, BATCH);
        if (hints.length > 0) await publishHints(tx, hints);
        return hints.length;
      });
      if (published < BATCH) return;
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
      if (woken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
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
