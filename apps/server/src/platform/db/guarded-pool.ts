import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError, IndeterminateCommitError } from './faults.ts';

/**
 * What stands between Kysely and `pg`. Four things that neither does:
 *   - statements with parameters are prepared under a name, once for each connection;
 *   - a commit whose outcome is not known never looks like success or like failure (`IndeterminateCommitError`);
 *   - a connection that dies while nothing waits on it fails the next statement instead of the process;
 *   - a failure of the connection, as opposed to the statement, is a `DatabaseUnavailableError`, and that connection is not reused.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, GuardedConnection>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (cause) {
      throw new DatabaseUnavailableError('no connection to the database', { cause });
    }
    // Kysely keeps a state for each connection and finds it by identity.
    let connection = this.#connections.get(client);
    if (connection === undefined) {
      connection = new GuardedConnection(client);
      this.#connections.set(client, connection);
    }
    return connection;
  }

  /** Whoever opened the pool ends it. */
  async end(): Promise<void> {}
}

/** How many statements get names. The product's own are far fewer; text made at run time must not fill the server's memory. */
const NAMED_STATEMENTS_MAX = 1000;
const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMED_STATEMENTS_MAX) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/**
 * The function of PostgreSQL that warns when the wait for the synchronous standby was cancelled: the commit stands here and perhaps
 * nowhere else, yet the answer says COMMIT. Its texts are translated and its SQLSTATE is the general 01000; the name is neither.
 */
const CANCELLED_STANDBY_WAIT = 'SyncRepWaitForLSN';

class GuardedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  /** Set when the connection must not serve anybody else. */
  #broken = false;
  #standbyWaitCancelled = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    // The pool listens only while a connection is idle. One that dies between two statements of a transaction would end the process.
    client.on('error', () => (this.#broken = true));
    client.on('notice', (notice) => {
      if (notice.routine === CANCELLED_STANDBY_WAIT) this.#standbyWaitCancelled = true;
    });
  }

  /** Kysely reads it to cancel a statement. */
  get processID(): number {
    return (this.#client as unknown as { processID: number }).processID;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: never): never;
  async query(text: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<never>> {
    // Kysely rolls back after a failed commit. Over a dead connection that would fail too, and hide what happened.
    if (this.#broken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    const name = parameters.length > 0 ? statementName(text) : undefined;
    this.#standbyWaitCancelled = false;
    try {
      const query = { text, values: parameters as unknown[], ...(name !== undefined && { name }) };
      const result = await this.#client.query(query);
      if (this.#standbyWaitCancelled) {
        throw new IndeterminateCommitError('the commit may not have reached the standby');
      }
      return result as unknown as PostgresQueryResult<never>;
    } catch (error) {
      throw this.#judge(error, text);
    }
  }

  #judge(error: unknown, text: string): unknown {
    if (error instanceof IndeterminateCommitError) return error;
    const lost = !(error instanceof pg.DatabaseError) || error.severity === 'FATAL';
    if (lost) this.#broken = true;
    // After a migration a prepared `select *` no longer fits; the next connection prepares it anew, and the retry uses that one.
    else if (error.routine === 'RevalidateCachedQuery') this.#broken = true;
    if (!lost) return error;
    if (text === 'commit') {
      return new IndeterminateCommitError('the connection was lost during the commit', { cause: error });
    }
    return new DatabaseUnavailableError('the connection to the database was lost', { cause: error });
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#broken);
  }
}
