import { withRetry } from '@holdfast/ledger';
import { sql, type Transaction } from 'kysely';
import { DatabaseUnavailableError } from './faults.ts';
import type { Database } from './pool.ts';

export {
  brokenConstraint,
  DatabaseUnavailableError,
  IndeterminateCommitError,
  isDatabaseDown,
} from './faults.ts';
export {
  openAppDatabase,
  openDatabase,
  type Database,
  type DatabaseLimits,
  type OpenDatabase,
} from './pool.ts';

/** One transaction. Whoever starts it owns it; everybody it calls takes it as the first argument and reads nothing outside it. */
export type Tx = Transaction<unknown>;

/**
 * Runs `work` in a READ COMMITTED transaction, and from the start again if it lost a race with another one (40001, 40P01): at
 * most 5 times, so `work` must not do anything outside `tx` that cannot be done twice. An `IndeterminateCommitError` is never retried.
 */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() => db.transaction().execute(work));
}

const START_TRIES = 5;

/**
 * The first work of a process on its database, tried again while no connection comes: on a machine on which everything starts at once, one
 * may take longer than a call may wait for it.
 */
export async function atStart<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === START_TRIES || !(error instanceof DatabaseUnavailableError)) throw error;
    }
  }
}

/** Runs reads on one snapshot: a balance and the journal beside it are of the same instant. Nothing in it can write. */
export function inReadOnly<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  );
}

/**
 * Runs `work` behind a savepoint. If it throws, what it did is undone, and `onError` says what comes instead (or throws, which ends the
 * transaction). For refusals: the answer stays and commits, the effect goes. The savepoint is not released: the commit does it, and a
 * second one in the same transaction hides the first.
 */
export async function savepoint<T>(
  tx: Tx,
  work: () => Promise<T>,
  onError: (error: unknown) => T | Promise<T>,
): Promise<T> {
  await sql`savepoint effect`.execute(tx);
  try {
    return await work();
  } catch (error) {
    await sql`rollback to savepoint effect`.execute(tx);
    return onError(error);
  }
}
