import { findTransition } from '@holdfast/contract/orders';
import { defined, type OrderId } from '@holdfast/kernel';
import { inTransaction, type Database } from '#platform/db/db.ts';
import { applyTransition } from './apply-transition.ts';
import { dueEventOf } from './order.rules.ts';
import { findDueOrders, isDue, selectOrderForUpdate } from './order.store.ts';

/**
 * Deadlines. An order's row is its timer: the first to find it due (the worker or a command) selects it for update, checks
 * again by database time, and applies the timer's transition in that transaction. So each deadline fires exactly once and never early, and
 * one that passed while the product was down fires at the next start.
 */

/** Fires what is due on one order. After a long stop several deadlines may be due; each fires in its own transaction, in order. */
export async function fireDue(db: Database, orderId: OrderId): Promise<void> {
  // Nearly always nothing is due; a read without a row lock shows that.
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
 * Fires every deadline that is due, oldest first. An order that fails is reported to `onError`, stays due for a retry, and does not block
 * the others. Returns how many were fired.
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
