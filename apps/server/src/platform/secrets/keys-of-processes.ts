import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';

/**
 * Which master keys the processes have that are connected to the database: each says so in the name of its connections. A process that lacks a key
 * cannot read what is sealed under it, and would answer members with faults.
 */

const MARK = ' keys ';

/** The name of a process's connections. At most 63 characters, or PostgreSQL cuts it. */
export const nameWithKeys = (roles: readonly string[], ids: Iterable<number>): string =>
  `${roles.join('+')}${MARK}${[...ids].join(',')}`;

/** The names of connections whose process lacks this key. The user must be allowed to see them: as a superuser, or with `pg_read_all_stats`. */
export async function listWithoutKey(db: Database, keyId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, 'holdfast/') and strpos(application_name, ${MARK}) > 0
      and ${String(keyId)} <> all(string_to_array(split_part(application_name, ${MARK}, 2), ',')) order by 1`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
