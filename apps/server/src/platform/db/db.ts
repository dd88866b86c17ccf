import { DatabaseUnavailableError, transact, type Database } from '@holdfast/database';
import { withRetry } from '@holdfast/ledger';
import { sql, type RawBuilder, type Transaction } from 'kysely';

export {
  attachKeys,
  DatabaseUnavailableError,
  isDatabaseDown,
  keysOf,
  openDatabase,
  savepoint,
  sendLater,
  together,
  violatedConstraint,
  type Database,
  type DatabaseTimeouts,
  type Keys,
  type OpenDatabase,
} from '@holdfast/database';

/** One transaction. The use case that starts it owns it; functions that it calls take it as their first argument and read nothing outside it. */
export type Tx = Transaction<unknown>;

/**
 * Runs `work` in a READ COMMITTED transaction and retries the whole transaction, at most 5 times, after a deadlock or a serialization
 * failure (40P01, 40001). So what `work` does outside `tx` must be repeatable. An `IndeterminateCommitError` is never retried.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() => transact(db, 'begin', work));
}

const CONNECT_TRIES = 5;

/**
 * Runs the first work of a process on its database and retries it while no connection can be made: on a machine that starts everything
 * at once, connecting may take longer than a call may wait.
 */
export async function retryUntilConnected<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === CONNECT_TRIES || !(error instanceof DatabaseUnavailableError)) throw error;
    }
  }
}

/** Runs reads on one snapshot, so that a balance and the journal beside it are of the same instant. It cannot write. */
export function inReadOnly<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() => transact(db, 'start transaction isolation level repeatable read read only', work));
}

/**
 * Ids as an array whose length the planner does not look at. With the bare parameter a plan for a list of one or two always looks cheaper than the
 * plan for any list, so PostgreSQL plans a prepared statement anew each time, which costs more than running it.
 */
export const idList = (ids: readonly string[]): RawBuilder<string[]> =>
  sql`(select ${ids}::bigint[])::bigint[]`;
