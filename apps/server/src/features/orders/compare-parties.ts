import { tracesOf, type Compared } from '@holdfast/contract/operators';
import { shareBankAccount } from '#features/bank-cards/index.ts';
import { listSharedContacts, shareInstall } from '#features/security/index.ts';
import { sharePayAccount } from '#features/third-party-payment/index.ts';
import { inTransaction, together, type Database, type Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { insertFlaggedParties, takeWaitingParties } from './parties.store.ts';

/**
 * Looks for what the two parties of a new order have in common. Beside the lock and not within it: a lock waits for nobody, and what is found stops
 * nothing and is told to no party. Operators have it in a queue.
 */
async function compareNext(tx: Tx): Promise<boolean> {
  const waiting = await takeWaitingParties(tx);
  if (!waiting) return false;
  const pair = [waiting.payerId, waiting.payeeId] as const;
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
  if (kinds.length === 0) return true;
  await insertFlaggedParties(tx, waiting.orderId, kinds);
  hintOperators(tx, { topic: 'board' });
  return true;
}

/** Looks at what waits; how many there were. */
export async function compareParties(db: Database, isStopping: () => boolean = () => false): Promise<number> {
  let count = 0;
  while (!isStopping() && (await inTransaction(db, compareNext))) count += 1;
  return count;
}
