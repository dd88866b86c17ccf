import { inTransaction, type Database } from '#platform/db/db.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { claimDueTurns, saveTurns } from './listing-hours.store.ts';
import { turnOf } from './listing.rules.ts';

/** At nine o'clock many begin at once: as many in one transaction. */
const BATCH = 200;

/**
 * Takes listings out of the market's indexes when their hours end, and puts them back when they begin. Late, it does no harm: one whose turn is
 * due is not offered, and a lock asks the hours themselves. The hours of a day are those of the wall: no downtime moves them.
 */
export async function turnListings(db: Database, isStopping: () => boolean = () => false): Promise<number> {
  let count = 0;
  while (!isStopping()) {
    const turned = await inTransaction(db, async (tx) => {
      const due = await claimDueTurns(tx, BATCH);
      if (due.length === 0) return 0;
      await saveTurns(
        tx,
        due.map(({ id, hours, now }) => ({ id, ...turnOf(hours, now) })),
      );
      await enqueueHintsFor(tx, [...new Set(due.map(({ ownerId }) => ownerId))], ['listings']);
      return due.length;
    });
    count += turned;
    if (turned < BATCH) return count;
  }
  return count;
}
