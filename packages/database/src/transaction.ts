import {
  CompiledQuery,
  DummyDriver,
  PostgresDialect,
  sql,
  Transaction,
  type Kysely,
  type RawBuilder,
} from 'kysely';
import { IndeterminateCommitError } from './faults.ts';

/**
 * Transactions that spend few round trips. Kysely's own waits for the answer to each statement before it sends the next, `begin` and
 * `commit` included. In ours, statements that are given in one go (`together`) share a round trip; `begin` shares one with the first
 * statement, `commit` with what is sent just before it, and `sendLater` lets a write whose result nobody needs share one with what follows.
 */

type Later = Promise<unknown>;

const later = new WeakMap<object, Later[]>();

function laterOf(tx: Kysely<unknown>): Later[] {
  const sent = later.get(tx);
  if (!sent) throw new Error('only a transaction of transact() can send a statement without waiting for it');
  return sent;
}

/** Adds what nobody waits for. Only the database may make it fail: the commit shares its round trip and is then not carried out. */
function addLater(sent: Later[], statement: Later): void {
  statement.catch(() => {}); // reported where the transaction ends
  sent.push(statement);
}

/**
 * Sends a statement together with those that follow, the commit at the latest. If it fails, so does the transaction, with its error. For
 * writes whose result nobody needs and whose failure is no refusal.
 */
export function sendLater(tx: Kysely<unknown>, statement: RawBuilder<unknown>): void {
  const sent = laterOf(tx);
  addLater(sent, tx.executeQuery(statement.compile(tx)));
}

/** "The transaction is aborted": says that a statement before has failed, and nothing of why. */
const IN_FAILED_TRANSACTION = '25P02';

const saysWhy = (error: unknown) => (error as { code?: unknown } | undefined)?.code !== IN_FAILED_TRANSACTION;

/** The error of the first statement that has failed of those that were not waited for. */
async function failureOf(sent: readonly Later[]): Promise<{ readonly error: unknown } | undefined> {
  const results = await Promise.allSettled(sent);
  const failed = results.find((result) => result.status === 'rejected' && saysWhy(result.reason));
  return failed?.status === 'rejected' ? { error: failed.reason as unknown } : undefined;
}

/**
 * Waits for parts of a transaction that run at once; statements that they give at the same time share a round trip. Throws what the first of
 * them has thrown that says why (of the others some may only say that the transaction is aborted), after all have ended: `Promise.all` would let one go on while the error of another is handled, after the way back to a
 * savepoint perhaps.
 */
export async function together<const T extends readonly unknown[]>(
  ...parts: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const results = await Promise.allSettled(parts);
  const failed = results.filter((result) => result.status === 'rejected');
  if (failed.length > 0) throw (failed.find(({ reason }) => saysWhy(reason)) ?? failed[0])?.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as never;
}

// Only Kysely's constructor asks for these: the transaction has its connection.
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('not used')) });
const driver = new DummyDriver();

/** Runs `work` between `begin` and a commit. If it throws, rolls back and throws the error that was first. */
export function transact<T>(
  db: Kysely<unknown>,
  begin: string,
  work: (tx: Transaction<unknown>) => Promise<T>,
): Promise<T> {
  const outer = db.getExecutor();
  return outer.provideConnection(async (connection) => {
    const run = (text: string) => connection.executeQuery<{ command: string }>(CompiledQuery.raw(text));
    let isOver = false;
    const executor = outer.withConnectionProvider({
      provideConnection: async (use) => {
        if (isOver) throw new Error('the transaction is over');
        return use(connection);
      },
    });
    const tx = new Transaction<unknown>({ config: { dialect }, dialect, driver, executor });
    const sent: Later[] = [];
    later.set(tx, sent);
    try {
      addLater(sent, run(begin));
      const result = await work(tx);
      isOver = true;
      const { rows } = await run('commit');
      if (rows[0]?.command === 'ROLLBACK') throw new Error('the transaction had failed before its commit');
      return result;
    } catch (error) {
      isOver = true;
      await run('rollback');
      if (error instanceof IndeterminateCommitError) throw error;
      const first = await failureOf(sent);
      throw first ? first.error : error;
    }
  });
}

/**
 * Runs `work` after a savepoint. If it throws, its changes are rolled back and `onError` gives the result instead, or throws, which
 * ends the transaction. For refusals: the answer commits, the effect does not. The savepoint is not released: the commit does that, and
 * a second one of the same name in the transaction hides the first.
 */
export async function savepoint<T>(
  tx: Transaction<unknown>,
  work: () => Promise<T>,
  onError: (error: unknown) => T | Promise<T>,
): Promise<T> {
  sendLater(tx, sql`savepoint effect`);
  const sent = laterOf(tx);
  const before = sent.length;
  try {
    return await work();
  } catch (error) {
    const undone = sent.splice(before);
    sendLater(tx, sql`rollback to savepoint effect`);
    const first = await failureOf(undone);
    return onError(first ? first.error : error);
  }
}
