import { findTransition, type OrderTimer } from '@holdfast/contract/orders';
import { defined } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { applyTransition } from './apply-transition.ts';
import type { LockedOrder } from './order.store.ts';

/**
 * T32: what a fault leads to when no further try is worth it. The coin stays in escrow, and a person decides. `fired`: the clock that has failed,
 * which is over.
 */
export async function endInCase(
  tx: Tx,
  order: LockedOrder,
  cause:
    | { readonly reason: 'deadline-failed'; readonly fired: OrderTimer }
    | { readonly reason: 'cancel-failed' },
): Promise<void> {
  const transition = defined(
    findTransition({ at: order.state, request: order.request?.by ?? null }, 'fault', 'system'),
    'any live order can fail',
  );
  const { reason, ...fired } = cause;
  await applyTransition(tx, order, {
    transition,
    settings: await readSettings(tx),
    actor: 'system',
    actorId: null,
    detail: { reason },
    ...fired,
  });
}
