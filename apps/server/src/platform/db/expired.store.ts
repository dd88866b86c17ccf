import { sql } from 'kysely';
import type { Database } from './db.ts';
import { sweep, sweepUnneeded } from './sweep.ts';

/** Deletes expired rows of the platform: commands with their answers, rate limits, buckets, revoked channels, tickets. */
export async function deleteExpired(db: Database): Promise<void> {
  const now = sql`platform.app_now()`;
  const milliseconds = sql`extract(epoch from now()) * 1000`;
  await sweep(db, { table: 'platform.command', column: 'expires_at', before: now });
  // No index has this column: it changes with each first count of a window, and the table holds no more than the windows that run.
  await sweepUnneeded(db, 'platform.rate_limit', sql`expire < ${milliseconds}`);
  await sweep(db, { table: 'platform.bucket', column: 'empty_at', before: now });
  await sweep(db, { table: 'platform.counted_command', column: 'expire', before: milliseconds });
  await sweepUnneeded(db, 'platform.channel_revoked', sql`expires_at < now()`);
  const [table, column] = ['platform.ticket', 'expires_at'];
  await sweep(db, { table, column, before: now, where: sql`purpose <> 'freeze-link'` });
  // Whoever opens a link long after it was sent is told that it has expired, or was used, for another month.
  const monthAgo = sql`${now} - interval '30 days'`;
  await sweep(db, { table, column, before: monthAgo, where: sql`purpose = 'freeze-link'` });
}
