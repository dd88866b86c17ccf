import { releaseFile } from '#features/assets/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { takeStatusForUpdate, type PictureItem } from './application.store.ts';
import {
  deleteEnded,
  insertDeleted,
  insertMissingEnded,
  listUnneeded,
  selectOverForUpdate,
} from './picture.store.ts';
import { claimedBy } from './submit-application.ts';

/** So many applications at most in one run; the next one goes on. */
const BATCH = 200;

/**
 * Deletes pictures whose time is over. Their keys, the mark that they are deleted and the place in the queue go in one transaction, one
 * application each: from then on nobody can open them, and the sweep of the files' store takes the bytes. A crash before that leaves all as it
 * was.
 */
export async function deleteOldPictures(db: Database): Promise<void> {
  await insertMissingEnded(db);
  for (let n = 0; n < BATCH && (await inTransaction(db, deleteOfOne)); n += 1);
}

/** False when there is no application whose time is over. */
export async function deleteOfOne(tx: Tx): Promise<boolean> {
  const ended = await selectOverForUpdate(tx);
  if (!ended) return false;
  const { id, memberId, files } = ended;
  await takeStatusForUpdate(tx, memberId);
  const unneeded = await listUnneeded(tx, ended);
  for (const fileId of unneeded) await releaseFile(tx, { fileId, by: claimedBy(memberId) });
  await insertDeleted(tx, unneeded);
  await deleteEnded(tx, id);
  const items = (Object.keys(files) as PictureItem[]).filter((item) => unneeded.includes(files[item]));
  if (items.length > 0)
    await writeAudit(tx, {
      actor: 'system',
      action: 'identity-pictures-deleted',
      subject: `member:${memberId}`,
      detail: { application: id, ...Object.fromEntries(items.map((item) => [item, true])) },
    });
  return true;
}
