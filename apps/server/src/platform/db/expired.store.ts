import { sql, type RawBuilder } from 'kysely';
import type { Database } from './db.ts';

const SWEEP_BATCH = 5000;

/** Removes what has run out, in pieces: after a long stop all of it at once would take longer than a statement may. */
export async function deleteExpired(db: Database): Promise<void> {
  const now = sql`platform.app_now()`;
  await sweep(db, sql`platform.command`, sql`expires_at < ${now}`);
  await sweep(db, sql`platform.rate_limit`, sql`expire < extract(epoch from now()) * 1000`);
  await sweep(db, sql`platform.channel_revoked`, sql`expires_at < now()`);
  await sweep(db, sql`platform.ticket`, sql`expires_at < ${now}`);
}

async function sweep(db: Database, table: RawBuilder<unknown>, isOver: RawBuilder<unknown>): Promise<void> {
  for (let removed = SWEEP_BATCH; removed === SWEEP_BATCH;) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOver} limit ${SWEEP_BATCH}))
        and ${isOver}`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
