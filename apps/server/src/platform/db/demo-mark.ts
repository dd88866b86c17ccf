import { defined } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from './db.ts';

/** Whether the demo world was seeded into this database. Everybody knows the passwords of its members. */
export async function isDemoDatabase(db: Database | Tx): Promise<boolean> {
  const { rows } = await sql<{ marked: boolean }>`
    select exists (select from platform.demo_mark) as marked`.execute(db);
  return defined(rows[0], 'a select of one row').marked;
}

/** Marks the database as a demo for ever. Only the owner of the schema may. */
export async function markDemoDatabase(owner: Tx): Promise<void> {
  await sql`insert into platform.demo_mark default values`.execute(owner);
}
