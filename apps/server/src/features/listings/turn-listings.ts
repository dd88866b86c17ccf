import { inTransaction, type Database } from '#platform/db/db.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { claimDueTurns, saveTurns } from './listing-hours.store.ts';
import { turnOf } from './listing.rules.ts';

/** At a full hour many begin and end at once: as many in one transaction. */
const BATCH = 1000;

/**
 * Takes listings out of the market's indexes when their hours end, and puts them back when they begin. Those that end come first: until
 * their turn the market reads them and leaves them out. Late, it does no other harm: one whose turn is due is not offered, and a lock asks
 * the hours themselves. The hours of a day are those of the wall: no downtime moves them.
 */
export async function turnListings(db: Database, isStopping: () => boolean = () => false): Promise<number> {
  let count = 0;
  for (const wasOutOfHours of [false, true]) {
    let turned = BATCH;
    while (turned === BATCH && !isStopping()) {
      turned = await turnSome(db, wasOutOfHours);
      count += turned;
    }
  }
  return count;
}

const turnSome = async (db: Database, wasOutOfHours: boolean): Promise<number> =>
  inTransaction(db, async (tx) => {
    const due = await claimDueTurns(tx, { wasOutOfHours, limit: BATCH });
    if (due.length === 0) return 0;
    await saveTurns(
      tx,
      due.map(({ id, hours, now }) => ({ id, ...turnOf(hours, now) })),
    );
    await enqueueHintsFor(tx, [...new Set(due.map(({ ownerId }) => ownerId))], ['listings']);
    return due.length;
  });
