import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '#platform/db/db.ts';
import type { TestServer } from './test-server.ts';

/** Resolves when another transaction waits for a row lock that `tx` holds. */
export async function untilSomebodyWaitsFor(tx: Tx, observer: Database): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  const waits = sql`select from pg_stat_activity where ${rows[0]?.pid}::int = any(pg_blocking_pids(pid))`;
  await expect.poll(async () => (await waits.execute(observer)).rows.length).toBe(1);
}

/** Resolves when so many transactions of this database wait for a row lock. */
export async function untilWaiting(observer: Database, count: number): Promise<void> {
  const waits = sql`select from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(async () => (await waits.execute(observer)).rows.length).toBe(count);
}

/** Holds back `command` right before its transaction begins in earnest, does `meanwhile`, and lets it go. */
export async function whileCommandWaits<T>(
  { database: { owner } }: TestServer,
  command: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const sent = await owner.transaction().execute(async (tx) => {
    await sql`lock table platform.command in share row exclusive mode`.execute(tx);
    const answer = command();
    await untilSomebodyWaitsFor(tx, owner);
    await meanwhile();
    return { answer };
  });
  return sent.answer;
}
