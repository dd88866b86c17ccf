import type { BlobStore, StoredBlob } from '#platform/blobs/port.ts';
import type { Incoming } from '#platform/blobs/incoming.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteEnded, namedAmong, releaseUnclaimed } from './file.store.ts';

const BATCH = 500;
/** A blob is put into the store a moment before its row says so; this is far more than a moment. */
const NAMELESS_MS = 60 * 60_000;
/** Longer than a token is good. */
const INCOMING_MS = 15 * 60_000;

export interface SweepParts {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly incoming: Incoming;
}

/** Ends what nothing names: stored files after a day, rows of uploads that are over, parts that nobody sends the rest of. */
export async function sweepFiles({ db, blobs, incoming }: SweepParts): Promise<void> {
  await releaseUnclaimed(db);
  while ((await deleteEnded(db, BATCH, (id) => blobs.remove(id))) === BATCH);
  await incoming.sweep(INCOMING_MS);
}

/** Removes blobs that no row names, what a crash may have left among them. It reads the whole store, so it runs seldom. */
export async function sweepBlobs(
  { db, blobs }: SweepParts,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const before = Date.now() - NAMELESS_MS;
  const removeNameless = async (batch: readonly StoredBlob[]) => {
    const named = await namedAmong(
      db,
      batch.map(({ name }) => name),
    );
    for (const { name } of batch) if (!named.has(name)) await blobs.remove(name);
  };
  let batch: StoredBlob[] = [];
  for await (const blob of blobs.list()) {
    if (isStopping()) return;
    if (blob.modifiedAt.getTime() >= before) continue;
    batch.push(blob);
    if (batch.length < BATCH) continue;
    await removeNameless(batch);
    batch = [];
  }
  await removeNameless(batch);
}
