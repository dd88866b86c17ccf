import { sql } from 'kysely';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';

/**
 * How many rows of a table (`schema.table`), or of all tables of a schema (`schema`), are read by `work`, in whatever way: what costs the same in a short and in a
 * long table reads the same number.
 */
export const rowsReadBy = (
  db: Database,
  where: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    // The counters begin with what this connection has read and not yet reported.
    const before = await countOf(tx, where);
    await work(tx);
    return (await countOf(tx, where)) - before;
  });

async function countOf(tx: Tx, where: string): Promise<number> {
  const { rows } = await sql<{ read: number | null }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
    where ${where}::text in (schemaname::text, schemaname || '.' || relname)`.execute(tx);
  return rows[0]?.read ?? Number.NaN; // nothing is called so
}
