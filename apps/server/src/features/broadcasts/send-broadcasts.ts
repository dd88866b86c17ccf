import { BROADCAST_NOTICE } from '@holdfast/contract/broadcasts';
import { notify } from '#features/notifications/index.ts';
import { inTransaction, type Database } from '#platform/db/db.ts';
import { hasBacklog } from '#platform/outbox/backlog.ts';
import { begin, claimDue, countReads, takeBatch } from './sending.store.ts';

/** Members read in one transaction. Their inboxes are locked for as long as it takes, so an order's notice waits that long at most. */
const BATCH = 200;
/** More hints than this wait for the relay: what members wait for goes first. */
const BACKLOG_MAX = 100;
const READS = 1000;

export interface SendOptions {
  readonly isStopping?: () => boolean;
  readonly batch?: number;
}

/**
 * Sends the next batch of the broadcast that is due; answers how many were told, and whether there may be more at once. Members, inbox rows and
 * how far it has come are one transaction: a crash undoes all of it, and the next worker goes on.
 */
export async function sendBatch(db: Database, batch = BATCH): Promise<{ told: number; hasMore: boolean }> {
  if (await hasBacklog(db, BACKLOG_MAX)) return { told: 0, hasMore: false };
  return inTransaction(db, async (tx) => {
    const due = await claimDue(tx);
    if (!due) return { told: 0, hasMore: false };
    if (due.isNew) await begin(tx, due.id);
    const { told } = await takeBatch(tx, due.id, batch);
    await notify(
      tx,
      told.map((memberId) => ({
        memberId,
        type: BROADCAST_NOTICE,
        extra: { broadcastId: due.id, kind: due.kind },
      })),
    );
    return { told: told.length, hasMore: true };
  });
}

/** Sends until somebody was told: the pause after it leaves the database to members. Batches without anybody in the audience follow at once. */
export async function sendBroadcasts(
  db: Database,
  { isStopping = () => false, batch }: SendOptions = {},
): Promise<number> {
  while (!isStopping()) {
    const { told, hasMore } = await sendBatch(db, batch);
    if (told > 0 || !hasMore) return told;
  }
  return 0;
}

export async function countBroadcastReads(db: Database): Promise<void> {
  while ((await countReads(db, READS)) === READS);
}
