import { findTransition } from '@holdfast/contract/orders';
import { defined, type OrderId } from '@holdfast/kernel';
import { inTransaction, type Database } from '#platform/db/db.ts';
import { applyTransition } from './apply-transition.ts';
import { dueEventOf } from './order.rules.ts';
import { findDueOrders, isDue, selectOrderForUpdate } from './order.store.ts';

/**
 * Deadlines. The row is the timer: whoever finds it due (the worker, or a command that comes first) takes its row lock, checks again
 * whether it is due by database time, and applies the transition of the table in that transaction. So each fires exactly once, none
 * early, and one that was missed while everything was down fires at the next start.
 */

/** Fires what is due on one order; several may be due after a long stop, each in its own transaction, in their order. */
export async function fireDue(db: Database, orderId: OrderId): Promise<void> {
  // Nearly always nothing is due, and a look without a lock says so.
  while (await isDue(db, orderId)) {
    const fired = await inTransaction(db, async (tx) => {
      const order = await selectOrderForUpdate(tx, orderId);
      const event = order?.isDue ? dueEventOf(order.state) : undefined;
      if (!order || !event) return false;
      const transition = defined(
        findTransition({ at: order.state }, event, 'timer'),
        'a deadline that fires has its transition',
      );
      return (await applyTransition(tx, order, { transition, actor: 'system', actorId: null })) !== undefined;
    });
    if (!fired) return;
  }
}

const BATCH = 100;

/**
 * Fires everything that is due now, oldest first. An order that fails is told to `onError` and stays due; it must not keep the
 * others waiting. Returns how many were fired.
 */
export async function fireAllDue(
  db: Database,
  onError: (error: unknown, orderId: OrderId) => void = (error) => {
    throw error;
  },
): Promise<number> {
  const failed: OrderId[] = [];
  let fired = 0;
  for (;;) {
    const due = await findDueOrders(db, { except: failed, limit: BATCH });
    for (const id of due) {
      try {
        await fireDue(db, id);
        fired += 1;
      } catch (error) {
        failed.push(id);
        onError(error, id);
      }
    }
    if (due.length < BATCH) return fired;
  }
}
