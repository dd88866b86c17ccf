import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { GuardedPool } from './guarded-pool.ts';

/** No tables by type: a store spells its SQL and the rows it gets. Any Kysely, transactions too, is one of these. */
export type Database = Kysely<unknown>;

export interface DatabaseOptions {
  readonly url: string;
  /** Shown in `pg_stat_activity`, after `holdfast/`. */
  readonly name: string;
  /** Connections of this process, at most 16: more only queue inside PostgreSQL, where they cost memory. */
  readonly max?: number;
  /** The role of every connection. The owner's tools pass none and stay who they are. */
  readonly role?: string;
  /** The product's own unless a test says so, for which a machine that stands still for a moment is no failure. */
  readonly limits?: Partial<DatabaseLimits>;
  /** An idle connection broke (a restart of PostgreSQL, say). The pool replaces it; somebody should hear of it. */
  readonly onIdleError: (error: Error) => void;
}

/** How long anybody waits, in milliseconds. */
export interface DatabaseLimits {
  /** For a connection. */
  readonly acquire: number;
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
}

/** The role that the product runs as: see db/roles.sql. */
export const APP_ROLE = 'holdfast_app';

const CONNECTIONS_MAX = 16;
/** No statement of the product is right to take as long as it may; a stuck one must let its locks go. */
const LIMITS: DatabaseLimits = { acquire: 2000, statement: 10_000, lock: 3000, idleInTransaction: 10_000 };
const KEEP_ALIVE_DELAY_MS = 10_000;

/** PostgreSQL's type numbers (pg_type.dat) whose default reading in `pg` would lose something. */
const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

/**
 * How values come back: int8 as BigInt, because a number would round money; a date as its text, because a `Date` would put it into
 * this machine's time zone; the rest as `pg` has it (timestamptz as Date, numeric as text).
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

/** Role and limits travel in the connection's first message, so a fresh connection costs no extra round trip. */
function startupOptions(url: URL, role: string | undefined): string {
  const asked = url.searchParams.get('options');
  url.searchParams.delete('options'); // `pg` would let it replace ours instead of joining them
  return [asked, role && `-c role=${role}`].filter(Boolean).join(' ');
}

export interface OpenDatabase {
  readonly db: Database;
  /** For what Kysely does not do, such as LISTEN. Its connections have the same role and limits. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool on `url`. No connection is made before the first statement. */
export function openDatabase({
  url,
  name,
  max = CONNECTIONS_MAX,
  role,
  limits,
  onIdleError,
}: DatabaseOptions): OpenDatabase {
  const { acquire, statement, lock, idleInTransaction } = { ...LIMITS, ...limits };
  const target = new URL(url);
  const options = startupOptions(target, role);
  const pool = new pg.Pool({
    connectionString: target.href,
    application_name: `holdfast/${name}`,
    max: Math.min(max, CONNECTIONS_MAX),
    connectionTimeoutMillis: acquire,
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    keepAlive: true,
    // A database that vanished without a word is noticed on a connection that only listens, too.
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: typeParsers,
    ...(options !== '' && { options }),
  });
  pool.on('error', onIdleError); // without a listener, Node would end the process
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool: new GuardedPool(pool) }) });
  const close = async () => {
    await db.destroy();
    await pool.end(); // by us: Kysely ends only a pool that it has used
  };
  return { db, pool, close };
}

/** The pool of the product: as `openDatabase`, as the application's role. */
export function openAppDatabase(options: Omit<DatabaseOptions, 'role'>): OpenDatabase {
  return openDatabase({ ...options, role: APP_ROLE });
}
