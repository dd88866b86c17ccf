import { sql } from 'kysely';
import type { Database } from './db.ts';
import { sweep } from './sweep.ts';

/** Deletes expired rows of the platform: commands with their answers, rate limits, buckets, revoked channels, tickets. */
export async function deleteExpired(db: Database): Promise<void> {
  const now = sql`platform.app_now()`;
  await sweep(db, sql`platform.command`, sql`expires_at < ${now}`);
  await sweep(db, sql`platform.rate_limit`, sql`expire < extract(epoch from now()) * 1000`);
  await sweep(db, sql`platform.bucket`, sql`empty_at < ${now}`);
  await sweep(db, sql`platform.counted_command`, sql`expire < extract(epoch from now()) * 1000`);
  await sweep(db, sql`platform.channel_revoked`, sql`expires_at < now()`);
  // Whoever opens a link long after it was sent is told that it has expired, or was used, for another month.
  await sweep(
    db,
    sql`platform.ticket`,
    sql`expires_at < ${now} - case purpose when 'freeze-link' then interval '30 days' else interval '0' end`,
  );
}
