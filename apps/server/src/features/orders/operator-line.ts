import { TIMERS } from '@holdfast/contract/orders';
import { defined, type OperatorId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { LockedOrder } from './order.store.ts';
import { tell } from './say.ts';
import { insertLine } from './thread.store.ts';

/** Operators are few and known: their lines have no limit of their own. */
const NO_LIMIT = 2 ** 31 - 1;

/** What an operator writes to both sides of an order, in its thread: neither is told anything that the other one does not read. */
export async function sayAsOperator(
  tx: Tx,
  order: LockedOrder,
  {
    operatorId,
    text,
    en,
    isTold,
  }: { operatorId: OperatorId; text: string; en?: string | undefined; isTold: boolean },
): Promise<void> {
  const written = await insertLine(
    tx,
    { orderId: order.id, author: 'operator', authorId: operatorId, kind: 'message', text, en },
    { most: NO_LIMIT, gapMs: TIMERS.chatPushGap.defaultMs },
  );
  await tell(tx, order, isTold ? defined(written, 'an operator may always write').tells : []);
}
