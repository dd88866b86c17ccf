import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

/** Whether more than `most` hints wait for the relay. Reads no more than one row above it. */
export async function hasBacklog(db: Database, most: number): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    select count(*) > ${most} as more from (select from platform.outbox limit ${most + 1}) waiting`.execute(
    db,
  );
  return rows[0]?.more ?? false;
}
