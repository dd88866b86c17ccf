import { findPrint } from '#features/assets/index.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { bandsOf, SHARE_OF_ONE, shareInCommon, unpackPrint } from '#platform/images/receipt-print.ts';
import { enqueueHintsFor, hintOperators } from '#platform/outbox/outbox.store.ts';
import {
  forgetWaiting,
  insertPrint,
  listAlike,
  markLine,
  selectNewProof,
  takeWaitingProof,
} from './proof-print.store.ts';

/**
 * Compares receipts with those of other orders. Beside the payment and not within it: a payment waits for nobody, and a comparison that finds
 * something stops nothing. It marks the line for whoever receives it and for operators.
 *
 * In two transactions: a print can be found before it is compared. Of two orders that are shown one receipt at the same moment, each would else
 * be compared before the other one's print is there.
 */

async function wordsIn(tx: Tx, fileId: string) {
  const print = await findPrint(tx, fileId);
  return print ? unpackPrint(print) : [];
}

async function keepPrint(tx: Tx): Promise<boolean> {
  const waiting = await selectNewProof(tx);
  if (!waiting) return false;
  const bands = bandsOf(await wordsIn(tx, waiting.fileId));
  if (bands.length > 0) await insertPrint(tx, { ...waiting, bands });
  else await forgetWaiting(tx, waiting.fileId); // a picture without writing
  return true;
}

async function compareOne(tx: Tx): Promise<boolean> {
  const waiting = await takeWaitingProof(tx);
  if (!waiting) return false;
  const { fileId, orderId } = waiting;
  const words = await wordsIn(tx, fileId);
  for (const other of await listAlike(tx, orderId, bandsOf(words))) {
    if (shareInCommon(words, await wordsIn(tx, other)) < SHARE_OF_ONE) continue;
    const members = await markLine(tx, { fileId, orderId, suspicion: 'repeated-receipt' });
    await enqueueHintsFor(tx, members, ['thread'], orderId);
    hintOperators(tx, { topic: 'board' });
    break;
  }
  return true;
}

/** Compares what waits; how many there were. */
export async function compareProofs(db: Database, isStopping: () => boolean = () => false): Promise<number> {
  const doAll = async (step: (tx: Tx) => Promise<boolean>) => {
    let count = 0;
    while (!isStopping() && (await inTransaction(db, step))) count += 1;
    return count;
  };
  await doAll(keepPrint);
  return doAll(compareOne);
}
