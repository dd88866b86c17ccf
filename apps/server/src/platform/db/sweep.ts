import { sql, type RawBuilder } from 'kysely';
import type { Database } from './db.ts';

const BATCH = 5000;

/** Deletes expired rows in batches: after a long downtime one statement for all of them would hit the statement timeout. */
export async function sweep(
  db: Database,
  table: RawBuilder<unknown>,
  isExpired: RawBuilder<unknown>,
): Promise<void> {
  for (let removed = BATCH; removed === BATCH;) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${isExpired} limit ${BATCH}))
        and ${isExpired}`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
