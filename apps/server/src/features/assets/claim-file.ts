import { fail } from '@holdfast/contract/errors';
import type { UploadPurpose } from '@holdfast/contract/rules';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { claim, findFile, release, type StoredFile } from './file.store.ts';

/** Who names a file, and why: `by` is kept for whoever looks at the row, such as `identity 12`. */
export interface FileClaim {
  readonly fileId: string;
  readonly owner: MemberId;
  readonly purpose: UploadPurpose;
  readonly by: string;
}

/**
 * Makes an uploaded file part of a row of the caller's, in the caller's transaction: from its commit on the file stays until it is released.
 * Another member's file, one for another purpose, one that something names already, and one that is not there are the same FILE_NOT_FOUND.
 * Claiming again under the same `by` changes nothing.
 */
export async function claimFile(tx: Tx, { fileId, owner, purpose, by }: FileClaim): Promise<StoredFile> {
  const claimed = await claim(tx, { id: fileId, memberId: owner, purpose, by });
  if (claimed) return claimed;
  const known = await findFile(tx, fileId);
  if (known?.claimedBy === by && known.memberId === owner && known.purpose === purpose) return known;
  throw fail('FILE_NOT_FOUND');
}

/** The row that named the file no longer does. Its key goes with the commit: from then on nobody can read it, whoever has a copy. */
export async function releaseFile(tx: Tx, { fileId, by }: Pick<FileClaim, 'fileId' | 'by'>): Promise<void> {
  await release(tx, fileId, by);
}
