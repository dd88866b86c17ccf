import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { Batch, type Result, type Shapes, type Statement } from './batch.ts';
import { DatabaseUnavailableError, IndeterminateCommitError, UnsendableValueError } from './faults.ts';

/**
 * A wrapper of `pg.Pool` for Kysely that adds what neither does:
 *   - prepared statements: a statement with parameters is prepared under a name, once per connection;
 *   - batches: statements that are given in one go, or while another one is running, share a round trip;
 *   - a commit of unknown outcome is neither success nor failure but an `IndeterminateCommitError`;
 *   - a connection that dies while idle inside a transaction fails the next statement, not the process;
 *   - an error of the connection, as opposed to the statement, is a `DatabaseUnavailableError`, and the pool discards that connection.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #connections = new WeakMap<pg.PoolClient, GuardedConnection>();
  readonly #names = new StatementNames();

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
    // Kysely caches state per connection by object identity.
    let connection = this.#connections.get(client);
    if (connection === undefined) {
      connection = new GuardedConnection(client, this.#names);
      this.#connections.set(client, connection);
    }
    return connection;
  }

  /** Does nothing: `openDatabase` ends the pool. */
  async end(): Promise<void> {}
}

/** The product has far fewer statements. SQL that is built at run time must not fill the server's memory. */
const NAMED_STATEMENTS_MAX = 1000;

/** The names under which the connections of one pool prepare their statements. */
class StatementNames {
  readonly #names = new Map<string, string>();

  /** Undefined for a new text when the names are used up: it is planned anew at each run. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMED_STATEMENTS_MAX) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * The source function of PostgreSQL's warning that the wait for a synchronous standby was cancelled: the commit exists on this server
 * and perhaps nowhere else, although the command tag says COMMIT. We match the function name because the message is translated and the
 * SQLSTATE is the generic 01000.
 */
const CANCELLED_STANDBY_WAIT = 'SyncRepWaitForLSN';

/** What begins and ends transactions has no parameters and is prepared all the same, so that it can share a round trip. */
const CONTROL = /^(begin|commit|rollback|start transaction|savepoint|release|set constraints)\b[^;]*$/;

class GuardedConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #types: pg.CustomTypesConfig;
  readonly #shapes: Shapes = new Map();
  /** Set when the pool must not reuse the connection. */
  #broken = false;
  #standbyWaitCancelled = false;
  /** Given and not sent yet. */
  #waiting: Statement[] = [];
  #isSending = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
    this.#types = { getTypeParser: client.getTypeParser.bind(client) };
    // The pool listens for errors only while a connection is idle in the pool. Without this listener, one that dies between two
    // statements of a transaction would end the process.
    client.on('error', () => (this.#broken = true));
    client.on('notice', (notice) => {
      if (notice.routine === CANCELLED_STANDBY_WAIT) this.#standbyWaitCancelled = true;
    });
  }

  /** Kysely reads it to cancel a running statement. */
  get processID(): number {
    return (this.#client as unknown as { processID: number }).processID;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query(cursor: never): never;
  async query(text: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<never>> {
    // A transaction is rolled back after a failed commit. On a dead connection that fails too and would hide the original error.
    if (this.#broken && text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] };
    try {
      const result = await this.#give(text, parameters);
      if (this.#standbyWaitCancelled) {
        throw new IndeterminateCommitError('the commit may not have reached the standby');
      }
      return result as unknown as PostgresQueryResult<never>;
    } catch (error) {
      throw this.#classify(error, text);
    }
  }

  #give(text: string, values: readonly unknown[]): Promise<Result> {
    return new Promise((resolve, reject) => {
      // A text without parameters may be several statements, which only the simple protocol takes.
      const name = values.length > 0 || CONTROL.test(text) ? this.#names.of(text) : undefined;
      this.#waiting.push({ text, values, name, resolve, reject });
      if (this.#isSending) return;
      this.#isSending = true;
      // After everything that the running code gives before it waits for something.
      process.nextTick(() => this.#send());
    });
  }

  readonly #sent = (): void => {
    if (this.#waiting.length > 0) process.nextTick(() => this.#send());
    else this.#isSending = false;
  };

  #send(): void {
    this.#standbyWaitCancelled = false;
    const [first] = this.#waiting;
    if (!first) return;
    const isSimple = ({ values, name }: Statement) => values.length === 0 && name === undefined;
    if (isSimple(first)) {
      this.#waiting.shift();
      this.#client.query(first.text).then(first.resolve, first.reject).finally(this.#sent);
      return;
    }
    // The server skips what follows a failed statement in its batch: the end of a failed transaction never shares one with it.
    const end = this.#waiting.findIndex((each, at) => isSimple(each) || (at > 0 && each.text === 'rollback'));
    const statements = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    this.#client.query(
      new Batch(statements, { shapes: this.#shapes, types: this.#types, onEnd: this.#sent }),
    );
  }

  #classify(error: unknown, text: string): unknown {
    if (error instanceof IndeterminateCommitError || error instanceof UnsendableValueError) return error;
    const lost = !(error instanceof pg.DatabaseError) || error.severity === 'FATAL';
    if (lost || text === 'rollback') this.#broken = true;
    // After a migration a prepared `select *` is stale. The retry gets another connection, which prepares it anew.
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
