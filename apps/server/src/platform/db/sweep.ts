import { sql, type RawBuilder } from 'kysely';
import type { Database } from './db.ts';

const BATCH = 5000;

/** Removes the rows of a table that are over, in pieces: after a long stop all of them at once would take longer than a statement may. */
export async function sweep(
  db: Database,
  table: RawBuilder<unknown>,
  isOver: RawBuilder<unknown>,
): Promise<void> {
  for (let removed = BATCH; removed === BATCH;) {
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOver} limit ${BATCH}))
        and ${isOver}`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
