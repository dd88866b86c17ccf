import { tracesOf, type Compared } from '@holdfast/contract/operators';
import type { OrderId } from '@holdfast/kernel';
import { shareBankAccount } from '#features/bank-cards/index.ts';
import { listSharedContacts, shareInstall } from '#features/security/index.ts';
import { sharePayAccount } from '#features/third-party-payment/index.ts';
import { inTransaction, isDatabaseDown, together, type Database, type Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import {
  insertFlaggedParties,
  postponeParties,
  takeWaitingParties,
  type WaitingParties,
} from './parties.store.ts';

/**
 * Looks for what the two parties of a new order have in common. Beside the lock and not within it: a lock waits for nobody, and what is found stops
 * nothing and is told to no party. Operators have it in a queue.
 */
async function compare(tx: Tx, { orderId, payerId, payeeId }: WaitingParties): Promise<void> {
  const pair = [payerId, payeeId] as const;
  const [install, bankAccount, payAccount, contacts] = await together(
    shareInstall(tx, pair),
    shareBankAccount(tx, pair),
    sharePayAccount(tx, pair),
    listSharedContacts(tx, pair),
  );
  const inCommon: Compared[] = [
    ...(install ? (['install'] as const) : []),
    ...(bankAccount ? (['bankAccount'] as const) : []),
    ...(payAccount ? (['payAccount'] as const) : []),
    ...contacts,
  ];
  const kinds = tracesOf(inCommon);
  if (kinds.length === 0) return;
  await insertFlaggedParties(tx, orderId, kinds);
  hintOperators(tx, { topic: 'board' });
}

/** An order whose parties could not be looked at; it is tried again later. */
export interface FailedLook {
  readonly orderId: OrderId;
  readonly error: unknown;
}

export interface CompareOptions {
  readonly onFailure?: (failed: FailedLook) => void;
  readonly isStopping?: () => boolean;
}

/** Looks at the order that has waited longest; false when none waits. One that fails is put off, so that it holds up no other. */
async function compareNext(db: Database, { onFailure }: CompareOptions): Promise<boolean> {
  let waiting: WaitingParties | undefined;
  try {
    await inTransaction(db, async (tx) => {
      waiting = await takeWaitingParties(tx);
      if (waiting) await compare(tx, waiting);
    });
    return waiting !== undefined;
  } catch (error) {
    if (!waiting || isDatabaseDown(error)) throw error;
    await postponeParties(db, waiting.orderId);
    onFailure?.({ orderId: waiting.orderId, error });
    return true;
  }
}

/** Looks at what waits; how many there were. */
export async function compareParties(db: Database, options: CompareOptions = {}): Promise<number> {
  let count = 0;
  while (options.isStopping?.() !== true && (await compareNext(db, options))) count += 1;
  return count;
}
