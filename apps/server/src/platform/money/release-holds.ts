import { claimDueLot, isRetryable, postponeLot, releaseLot, type Lot } from '@holdfast/ledger';
import { inTransaction, savepoint, type Database } from '#platform/db/db.ts';
import { standsStill } from '#platform/maintenance/downtime.store.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';

/** How long a lot waits that could not be released: somebody has to look at it, and the others go on meanwhile. */
const RETRY_SECONDS = 300;

interface Tried {
  readonly lot: Lot;
  readonly error?: unknown;
}

/** Releases the lot that has been due longest, unless the product stands still: claimed, posted and marked in one transaction, so once, and by one of many workers. */
async function releaseNext(db: Database): Promise<Tried | undefined> {
  return inTransaction(db, async (tx) => {
    const lot = (await standsStill(tx)) ? undefined : await claimDueLot(tx);
    if (!lot) return undefined;
    return savepoint<Tried>(
      tx,
      async () => {
        const posted = await releaseLot(tx, lot);
        if (!posted.ok) throw new Error(`the ledger refused: ${posted.refuse}`);
        await enqueueHintsFor(tx, [lot.member], ['balance']);
        return { lot };
      },
      async (error) => {
        if (isRetryable(error)) throw error; // a deadlock: the whole transaction runs again at once
        await postponeLot(tx, lot, RETRY_SECONDS);
        return { lot, error };
      },
    );
  });
}

/** Makes every held coin available whose time is over, the oldest first. One that fails blocks no other. Returns how many lots were freed. */
export async function releaseDueHolds(
  db: Database,
  onFailure: (error: unknown, lot: Lot) => void,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let released = 0;
  while (!isStopping()) {
    const tried = await releaseNext(db);
    if (!tried) break;
    if ('error' in tried) onFailure(tried.error, tried.lot);
    else released += 1;
  }
  return released;
}
