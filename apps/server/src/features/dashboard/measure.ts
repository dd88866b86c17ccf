import { inTransaction, type Database } from '#platform/db/db.ts';
import { countHours, forgetHours, replaceGauges, takeTurn } from './dashboard.store.ts';

/** How old what operators see may be. */
const EVERY_SECONDS = 60;

/**
 * Counts what is open now, and what has happened in the hour that runs and the one before it: late commits are among them, and after a
 * downtime every hour that was missed. One worker does it at a time; each statement reads what is open or recent, never the history.
 */
export async function measureDashboard(db: Database): Promise<void> {
  await inTransaction(db, async (tx) => {
    const since = await takeTurn(tx, EVERY_SECONDS);
    if (!since) return;
    await replaceGauges(tx);
    await countHours(tx, since);
    await forgetHours(tx);
  });
}
