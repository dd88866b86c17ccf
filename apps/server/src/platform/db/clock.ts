import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from './db.ts';

/** Whether the product's time has an offset. A production server refuses to start with one. */
export async function isClockMoved(db: Database): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select platform.app_now() <> now() as moved`.execute(db);
  return defined(rows[0], 'a select of one row').moved;
}

/** Measures how far this node's clock is ahead of the database's, in milliseconds, to within half a round trip. */
export async function measureClockSkewMs(db: Database): Promise<number> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  return (before + after) / 2 - defined(rows[0], 'a select of one row').now.getTime();
}

/** Reads the product's time at the start of the transaction. */
export async function appNow(tx: Database | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select platform.app_now() as now`.execute(tx);
  return defined(rows[0], 'a select of one row').now;
}

/** Reads the product's time as it is now, also late in a transaction: one that has waited for a lock is older than what the lock let by. */
export async function clockNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`
    select clock_timestamp() + (platform.app_now() - now()) as now`.execute(tx);
  return defined(rows[0], 'a select of one row').now;
}
