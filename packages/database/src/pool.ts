import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { GuardedPool } from './guarded-pool.ts';

/** A Kysely without table types: a store writes its SQL and the type of its rows. A transaction is one of these too. */
export type Database = Kysely<unknown>;

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in `pg_stat_activity`, after `holdfast/`. */
  readonly name: string;
  /** Connections of this process, at most 16: more would only queue inside PostgreSQL, where they cost memory. */
  readonly max?: number;
  /** Overrides of the product's timeouts. Tests use longer ones, so that a slow machine does not fail them. */
  readonly timeouts?: Partial<DatabaseTimeouts>;
  /** Called when an idle connection breaks, for example at a restart of PostgreSQL. The pool replaces the connection by itself. */
  readonly onIdleError: (error: Error) => void;
}

/** Timeouts in milliseconds. */
export interface DatabaseTimeouts {
  /** Waiting for a connection of the pool. */
  readonly connect: number;
  readonly statement: number;
  /** Waiting for a row lock. */
  readonly lock: number;
  readonly idleInTransaction: number;
}

/** Sixteen for statements, and two that a gateway keeps: it listens on one, and commands take their turns on the other. */
const CONNECTIONS_MAX = 18;
/** Far above what any statement of the product needs: they make a stuck one release its row locks. */
const TIMEOUTS: DatabaseTimeouts = {
  connect: 2000,
  statement: 10_000,
  lock: 3000,
  idleInTransaction: 10_000,
};
const KEEP_ALIVE_DELAY_MS = 10_000;

/**
 * A new connection plans each statement and compiles each function anew, which the first commands on it wait for: it outlives the pauses of a
 * quiet product.
 */
const IDLE_MS = 10 * 60_000;

/**
 * One plan for a statement on a connection (docs/decisions/0197-one-plan-for-a-statement.md). By default PostgreSQL plans it anew for the values of its first five
 * calls, and for those of each call where that looks cheaper, as it does for lists. Nor does it start other processes for
 * a statement, which costs more than nearly all of ours.
 */
const PLANNING = 'set plan_cache_mode = force_generic_plan; set max_parallel_workers_per_gather = 0';

function planOnce(client: pg.PoolClient, done: (error?: Error) => void): void {
  // Nobody else listens between the pool and who has asked for the connection: one that dies now would end the process. The query says so as well.
  const ignore = () => {};
  client.on('error', ignore);
  client.query(PLANNING, (error) => {
    client.off('error', ignore);
    done(error);
  });
}

/** Type ids (pg_type.dat) whose default parser in `pg` would lose information. */
const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/**
 * How values are parsed: int8 as BigInt, because a number would round money; a date as text, because a `Date` would shift it to this
 * machine's time zone; everything else as `pg` does it (timestamptz as Date, numeric as text).
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return BigInt;
      if (oid === INT8_ARRAY) return parseInt8Array;
      if (oid === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};

function parseInt8Array(text: string): (bigint | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : BigInt(item)));
}

export interface OpenDatabase {
  readonly db: Database;
  /** For what Kysely cannot do, such as LISTEN. Its connections have the same timeouts. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a connection pool as the user of the URL: the product's login, or the owner for migrations and tests. It connects at the first statement. */
export function openDatabase({
  url,
  name,
  max = CONNECTIONS_MAX,
  timeouts,
  onIdleError,
}: DatabaseOptions): OpenDatabase {
  const { connect, statement, lock, idleInTransaction } = { ...TIMEOUTS, ...timeouts };
  const pool = new pg.Pool({
    connectionString: url,
    application_name: `holdfast/${name}`,
    max: Math.min(max, CONNECTIONS_MAX),
    connectionTimeoutMillis: connect,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    keepAlive: true,
    // Detects a database that vanished silently, even on a connection that only listens.
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: typeParsers,
    verify: planOnce,
  });
  pool.on('error', onIdleError); // without a listener Node would exit
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool: new GuardedPool(pool) }) });
  const close = async () => {
    await db.destroy();
    await pool.end(); // Kysely ends only a pool that it has used
  };
  return { db, pool, close };
}
