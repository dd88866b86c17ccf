import { defined, type OrderId } from '@holdfast/kernel';
import { isRetryable } from '@holdfast/ledger';
import {
  checkConstraints,
  inTransaction,
  isDatabaseDown,
  savepoint,
  type Database,
  type Tx,
} from '#platform/db/db.ts';
import { applyTransition } from './apply-transition.ts';
import { backOffSeconds, firedBy } from './order.rules.ts';
import { claimDue, isDue, postponeTimer, type DueTimer } from './timer.store.ts';

/**
 * Deadlines. Each clock of an order is a row: the first to find it due by database time (a worker or a command) claims it and applies its
 * transition in one transaction, which holds the row locks to its end. So each fires exactly once and never early, and one that passed while
 * the product was down fires at the next start.
 */

async function fire(tx: Tx, { order, name }: DueTimer): Promise<void> {
  const transition = defined(firedBy(name, order.state), `the clock ${name} fires in ${order.state}`);
  const fired = await applyTransition(tx, order, { transition, actor: 'system', actorId: null });
  defined(fired, 'nobody changes a claimed order');
}

/** Fires what is due on one order. After a long stop several clocks may be due; each fires in its own transaction, in order. */
export async function fireDue(db: Database, orderId: OrderId): Promise<void> {
  // Nearly always nothing is due; a read without a row lock shows that.
  while (await isDue(db, orderId)) {
    const found = await inTransaction(db, async (tx) => {
      const due = await claimDue(tx, orderId);
      if (due) await fire(tx, due);
      return due !== undefined;
    });
    if (!found) return;
  }
}

/** Hears of a clock that could not fire. */
export type OnFailure = (error: unknown, orderId: OrderId) => void;

interface Claimed {
  readonly orderId: OrderId;
  readonly error?: unknown;
}

/**
 * Fires the clock that has been due longest. One that fails is put off in the same transaction, so that no other worker meets it in
 * between; it counts as a try unless the database was in the way.
 */
async function fireNext(db: Database): Promise<Claimed | undefined> {
  return inTransaction(db, async (tx) => {
    const due = await claimDue(tx);
    if (!due) return undefined;
    const { id: orderId } = due.order;
    return savepoint<Claimed>(
      tx,
      async () => {
        await fire(tx, due);
        await checkConstraints(tx); // what only the commit would refuse is refused here, where it can be put off
        return { orderId };
      },
      async (error) => {
        if (isRetryable(error)) throw error; // a deadlock: the whole transaction runs again at once
        const tries = isDatabaseDown(error) ? due.tries : due.tries + 1;
        await postponeTimer(tx, due, { tries, seconds: backOffSeconds(tries) });
        return { orderId, error };
      },
    );
  });
}

/** Clocks that one process fires at once: most of the time of each is waiting for the database. */
const LANES = 4;

/** Fires every clock that is due, oldest first. One that fails does not block the others. Returns how many were fired. */
export async function fireAllDue(
  db: Database,
  onFailure: OnFailure = (error) => {
    throw error;
  },
  isStopping: () => boolean = () => false,
): Promise<number> {
  let fired = 0;
  const fireWhileDue = async () => {
    while (!isStopping()) {
      const claimed = await fireNext(db);
      if (!claimed) return;
      if ('error' in claimed) onFailure(claimed.error, claimed.orderId);
      else fired += 1;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, fireWhileDue));
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
  return fired;
}
