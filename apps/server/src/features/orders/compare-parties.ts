import { tracesOf, type Compared } from '@holdfast/contract/operators';
import type { OrderId } from '@holdfast/kernel';
import { findSharedBankAccounts } from '#features/bank-cards/index.ts';
import { findSharedInstalls, listSharedContacts } from '#features/security/index.ts';
import { findSharedPayAccounts } from '#features/third-party-payment/index.ts';
import { inTransaction, isDatabaseDown, together, type Database, type Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import {
  insertFlaggedParties,
  postponeParties,
  takeWaitingParties,
  type WaitingParties,
} from './parties.store.ts';

/** So many are looked at in one transaction. */
const AT_ONCE = 50;

/**
 * Looks for what the two parties of each new order have in common. Beside the lock and not within it: a lock waits for nobody, and what is found stops
 * nothing and is told to no party. Operators have it in a queue.
 */
async function compare(tx: Tx, orders: readonly WaitingParties[]): Promise<void> {
  const pairs = orders.map(({ payerId, payeeId }) => [payerId, payeeId] as const);
  const [installs, bankAccounts, payAccounts, contacts] = await together(
    findSharedInstalls(tx, pairs),
    findSharedBankAccounts(tx, pairs),
    findSharedPayAccounts(tx, pairs),
    listSharedContacts(tx, pairs),
  );
  let isFlagged = false;
  for (const [number, { orderId }] of orders.entries()) {
    const inCommon: Compared[] = [
      ...(installs.has(number) ? (['install'] as const) : []),
      ...(bankAccounts.has(number) ? (['bankAccount'] as const) : []),
      ...(payAccounts.has(number) ? (['payAccount'] as const) : []),
      ...(contacts[number] ?? []),
    ];
    const kinds = tracesOf(inCommon);
    if (kinds.length === 0) continue;
    await insertFlaggedParties(tx, orderId, kinds);
    isFlagged = true;
  }
  if (isFlagged) hintOperators(tx, { topic: 'board' });
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

/**
 * Looks at up to `limit` orders that have waited longest and says how many it took. One that fails is put off, so that it holds up no other; of several
 * nobody knows which one failed, so they stay and `failed` is said.
 */
async function compareNext(
  db: Database,
  limit: number,
  { onFailure }: CompareOptions,
): Promise<number | 'failed'> {
  let waiting: readonly WaitingParties[] = [];
  try {
    await inTransaction(db, async (tx) => {
      waiting = await takeWaitingParties(tx, limit);
      if (waiting.length > 0) await compare(tx, waiting);
    });
    return waiting.length;
  } catch (error) {
    const [first] = waiting;
    if (!first || isDatabaseDown(error)) throw error;
    if (waiting.length > 1) return 'failed';
    await postponeParties(db, first.orderId);
    onFailure?.({ orderId: first.orderId, error });
    return 1;
  }
}

/** Looks at what waits; how many there were. */
export async function compareParties(db: Database, options: CompareOptions = {}): Promise<number> {
  let [count, limit] = [0, AT_ONCE];
  while (options.isStopping?.() !== true) {
    const looked = await compareNext(db, limit, options);
    if (looked === 0) break;
    if (looked === 'failed') limit = 1;
    else count += looked;
  }
  return count;
}
