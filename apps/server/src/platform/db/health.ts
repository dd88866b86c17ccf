import { setTimeout as sleep } from 'node:timers/promises';
import { measureClockSkewMs } from './clock.ts';
import type { Database } from './db.ts';

const TIMEOUT_MS = 1500;
const CACHE_MS = 1000;
/** Deadlines run by the database's clock, the channel's by the node's. */
const CLOCK_SKEW_MS_MAX = 2000;

export type Readiness = 'ready' | 'database' | 'clock';

/** Checks readiness and names what is missing. A load balancer asks every second or two, so a database that hangs counts as missing. */
async function checkReadiness(db: Database): Promise<Readiness> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      measureClockSkewMs(db).then(
        (skewMs) => (Math.abs(skewMs) > CLOCK_SKEW_MS_MAX ? 'clock' : 'ready'),
        () => 'database' as const,
      ),
      sleep(TIMEOUT_MS, 'database' as const, { signal: timeout.signal }),
    ]);
  } finally {
    timeout.abort();
  }
}

/** Returns a readiness check that is cached for a second: the page is public, and many requests must not become many queries. */
export function watchReadiness(db: Database): () => Promise<Readiness> {
  let cached: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  return () => {
    const at = performance.now();
    if (!cached || at - cached.at > CACHE_MS) cached = { at, answer: checkReadiness(db) };
    return cached.answer;
  };
}
