import { findPrint } from '#features/assets/index.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { bandsOf, SHARE_OF_ONE, shareInCommon, unpackPrint } from '#platform/images/receipt-print.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { insertPrint, listAlike, markLine, takeWaitingProof } from './proof-print.store.ts';

/**
 * Compares receipts with those of earlier orders. Beside the payment and not within it: a payment waits for nobody, and a comparison that finds
 * something stops nothing. It marks the line for whoever receives it and for operators.
 */

async function compareOne(tx: Tx): Promise<boolean> {
  const waiting = await takeWaitingProof(tx);
  if (!waiting) return false;
  const { fileId, orderId } = waiting;
  const print = await findPrint(tx, fileId);
  const words = print ? unpackPrint(print) : [];
  const bands = bandsOf(words);
  if (bands.length === 0) return true; // a picture without writing
  for (const other of await listAlike(tx, orderId, bands)) {
    const earlier = await findPrint(tx, other);
    if (!earlier || shareInCommon(words, unpackPrint(earlier)) < SHARE_OF_ONE) continue;
    const members = await markLine(tx, { fileId, orderId, suspicion: 'repeated-receipt' });
    await enqueueHintsFor(tx, members, ['thread'], orderId);
    break;
  }
  await insertPrint(tx, { fileId, orderId, bands });
  return true;
}

/** Compares what waits; how many there were. */
export async function compareProofs(db: Database, isStopping: () => boolean = () => false): Promise<number> {
  let count = 0;
  while (!isStopping() && (await inTransaction(db, compareOne))) count += 1;
  return count;
}
