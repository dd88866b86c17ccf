import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './pool.ts';

const PATIENCE_MS = 1500;

/** Whether the database answers now. A load balancer asks every second or two, so a hanging database must count as none. */
export async function isReady(db: Database): Promise<boolean> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
      sleep(PATIENCE_MS, false, { signal: timeout.signal }),
    ]);
  } finally {
    timeout.abort();
  }
}
