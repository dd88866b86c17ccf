import { setTimeout as sleep } from 'node:timers/promises';
import { measureClockSkewMs } from './clock.ts';
import type { Database } from './pool.ts';

const PATIENCE_MS = 1500;
const KEPT_MS = 1000;
/** Deadlines run by the database's clock, the channel's by the node's. */
const CLOCK_SKEW_MS_MAX = 2000;

export type Readiness = 'ready' | 'database' | 'clock';

/** Ready, or what is missing. A load balancer asks every second or two, so a database that hangs must count as none. */
async function askReadiness(db: Database): Promise<Readiness> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      measureClockSkewMs(db).then(
        (skewMs) => (Math.abs(skewMs) > CLOCK_SKEW_MS_MAX ? 'clock' : 'ready'),
        () => 'database' as const,
      ),
      sleep(PATIENCE_MS, 'database' as const, { signal: timeout.signal }),
    ]);
  } finally {
    timeout.abort();
  }
}

/** Readiness, asked of the database once a second however many want to know: the page is open to everybody. */
export function watchReadiness(db: Database): () => Promise<Readiness> {
  let asked: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  return () => {
    const at = performance.now();
    if (!asked || at - asked.at > KEPT_MS) asked = { at, answer: askReadiness(db) };
    return asked.answer;
  };
}
