import type { Database } from '#platform/db/db.ts';
import { inTransaction } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { createSaidOnce } from '#platform/log/said-once.ts';
import { notifyLive, takeOutbox } from './outbox.store.ts';

const POLL_MS = 200;
/** A NOTIFY payload holds 8,000 bytes; this many rows fit with room to spare. */
const BATCH = 200;

export interface Relay {
  /** There may be something now: look at once instead of at the next poll. */
  readonly wake: () => void;
  stop(): Promise<void>;
}

/** Moves outbox rows to the live channel. At least once: if it dies between the two, the row is there again for the next one. */
export function startRelay({ db, log }: { db: Database; log: Log }): Relay {
  const sayOnce = createSaidOnce();
  let stopped = false;
  let wakeUp: () => void = () => {};
  let woken = false;

  async function drain(): Promise<void> {
    for (;;) {
      const taken = await inTransaction(db, async (tx) => {
        const rows = await takeOutbox(tx, BATCH);
        if (rows.length > 0) await notifyLive(tx, rows);
        return rows.length;
      });
      if (taken < BATCH) return;
    }
  }

  async function run(): Promise<void> {
    for (;;) {
      if (stopped) return;
      woken = false;
      try {
        await drain();
      } catch (error) {
        sayOnce(error, () => log.warn({ err: error }, 'the outbox relay failed; it tries again'));
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
