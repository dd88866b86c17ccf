import { sql, type RawBuilder } from 'kysely';
import type { Database } from './db.ts';

const BATCH = 5000;

/** The rows of `table` whose `column` is before a time, or below a number; one index has that column first. */
export interface Expired {
  readonly table: string;
  readonly column: string;
  readonly before: RawBuilder<unknown>;
  /** Of those only these, which are all that the index has. */
  readonly where?: RawBuilder<unknown>;
}

/**
 * Deletes expired rows in batches: after a long downtime one statement for all of them would hit the statement timeout. The oldest come first, and the size
 * of a batch stands in the statement: so only the index can find them. Without these PostgreSQL expects a third of the table to have
 * expired, begins anywhere, and goes through all of it where nothing has.
 */
export async function sweep(db: Database, { table, column, before, where }: Expired): Promise<void> {
  const [rows, age] = [sql.table(table), sql.ref(column)];
  const isExpired = sql`${age} < ${before} ${where ? sql`and ${where}` : sql``}`;
  await deleteInBatches(
    db,
    rows,
    sql`select ctid from ${rows} where ${isExpired} order by ${age} limit ${sql.lit(BATCH)}`,
    isExpired,
  );
}

/** So long before now. */
export const daysAgo = (days: number): RawBuilder<unknown> =>
  sql`platform.app_now() - make_interval(days => ${sql.lit(days)})`;

/** Deletes the rows of what is not needed any more, where no index knows them: it goes through the whole table. */
export async function sweepUnneeded(
  db: Database,
  table: string,
  isUnneeded: RawBuilder<unknown>,
): Promise<void> {
  const rows = sql.table(table);
  await deleteInBatches(
    db,
    rows,
    sql`select ctid from ${rows} where ${isUnneeded} limit ${sql.lit(BATCH)}`,
    isUnneeded,
  );
}

/** `found`: the places of up to a batch of them. A row that has changed since is looked at again. */
async function deleteInBatches(
  db: Database,
  rows: RawBuilder<unknown>,
  found: RawBuilder<unknown>,
  isStill: RawBuilder<unknown>,
): Promise<void> {
  for (let removed = BATCH; removed === BATCH;) {
    const { numAffectedRows } =
      await sql`delete from ${rows} where ctid = any(array(${found})) and ${isStill}`.execute(db);
    removed = Number(numAffectedRows ?? 0n);
  }
}
