import { sql } from 'kysely';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

/**
 * Leaky buckets: counters that decay with time. Each holds `capacity` and is empty `drainSeconds` after it was full. They are kept in
 * PostgreSQL for all processes, under keyed hashes of their names.
 */
export interface Bucket {
  readonly name: string;
  readonly capacity: number;
  readonly drainSeconds: number;
}

export interface Poured {
  /** Nothing is poured where one of the buckets has no room. */
  readonly fits: boolean;
  /** The level of each bucket before, in their order. */
  readonly levels: readonly number[];
  /** Until all of them have room; 0 where they do. */
  readonly waitSeconds: number;
}

interface Options {
  readonly weight?: number;
  /** Pours up to the brim where there is no more room, instead of not at all. */
  readonly isSoft?: boolean;
}

const hashesOf = (db: Database | Tx, names: readonly string[]): Buffer[] =>
  names.map((name) => keysOf(db).identify('bucket', name));

/** Pours into all buckets at once, or into none. In a transaction that is rolled back nothing was poured. */
export async function pour(
  db: Database | Tx,
  buckets: readonly Bucket[],
  { weight = 1, isSoft = false }: Options = {},
): Promise<Poured> {
  const names = hashesOf(
    db,
    buckets.map(({ name }) => name),
  );
  const capacities = buckets.map(({ capacity }) => capacity);
  const leaks = buckets.map(({ capacity, drainSeconds }) => capacity / drainSeconds);
  const { rows } = await sql<{ was: number; wait: number }>`
    select was, wait from platform.pour(${names}::bytea[], ${capacities}::float8[], ${leaks}::float8[],
                                        ${weight}::float8, ${isSoft})`.execute(db);
  const waitSeconds = Math.ceil(Math.max(0, ...rows.map(({ wait }) => wait)));
  return { fits: isSoft || waitSeconds === 0, levels: rows.map(({ was }) => was), waitSeconds };
}

/** More than any bucket holds. */
export const ALL = 1e9;

/** Takes back what was poured into some buckets; `ALL` empties one. */
export async function unpour(
  db: Database | Tx,
  taken: readonly { readonly name: string; readonly weight?: number }[],
): Promise<void> {
  const names = hashesOf(
    db,
    taken.map(({ name }) => name),
  );
  const weights = taken.map(({ weight = 1 }) => weight);
  await sql`select platform.unpour(${names}::bytea[], ${weights}::float8[])`.execute(db);
}
