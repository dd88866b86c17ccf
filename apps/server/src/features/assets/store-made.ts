import { randomBytes } from 'node:crypto';
import type { UploadPurpose } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import type { BlobStore } from '#platform/blobs/port.ts';
import type { Tx } from '#platform/db/db.ts';
import { digestOf, findAwaitedSeal, insertAwaited, saveStored } from './file.store.ts';

/** A picture that the product itself has made for a member: in the demo world, where nobody uploads anything. Not claimed yet. */
export async function storeMade(
  tx: Tx,
  blobs: BlobStore,
  file: { memberId: MemberId; purpose: UploadPurpose; jpeg: Buffer; width: number; height: number },
): Promise<string> {
  const { memberId, purpose, jpeg, width, height } = file;
  const id = randomBytes(16).toString('base64url');
  await insertAwaited(tx, { id, memberId, purpose });
  const seal = defined(await findAwaitedSeal(tx, id), 'it was inserted');
  await blobs.put(id, seal.seal(jpeg));
  await saveStored(tx, id, {
    type: 'image/jpeg',
    bytes: jpeg.length,
    width,
    height,
    code: null,
    digest: digestOf(jpeg),
  });
  return id;
}
