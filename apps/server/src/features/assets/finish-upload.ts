import type { WireErrorName } from '@holdfast/contract/errors';
import { UPLOAD_RULES } from '@holdfast/contract/rules';
import type { Incoming } from '#platform/blobs/incoming.ts';
import type { BlobStore } from '#platform/blobs/port.ts';
import type { Database } from '#platform/db/db.ts';
import type { ImagePool } from '#platform/images/image-pool.ts';
import { digestOf, findAwaitedSeal, findUpload, saveRefused, saveStored } from './file.store.ts';
import {
  endOf,
  faultOf,
  refused,
  unauthorized,
  type AdmittedUpload,
  type UploadAnswer,
} from './upload-answer.ts';

export interface FinishParts {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly incoming: Incoming;
  readonly images: ImagePool;
}

export interface Finisher {
  /** From the last byte to a stored file, once for each file at a time: whoever asks meanwhile gets the same answer. */
  finish(upload: AdmittedUpload): Promise<UploadAnswer>;
  /** The end that is under way. */
  running(fileId: string): Promise<UploadAnswer> | undefined;
  /** Ends the upload without a file. */
  refuse(upload: AdmittedUpload, fault: WireErrorName): Promise<UploadAnswer>;
}

/**
 * Ends uploads: written anew, sealed, put into the store, and only then named by the row. The parts go last, so a crash loses nothing.
 * Several processes may end one upload at the same time: the row says who was first, and the others answer what the row says.
 */
export function createFinisher({ db, blobs, incoming, images }: FinishParts): Finisher {
  const endings = new Map<string, Promise<UploadAnswer>>();

  /** The answer where another process has ended the upload. */
  async function readEnd({ grant, file }: AdmittedUpload): Promise<UploadAnswer> {
    await incoming.remove(grant.fileId);
    return endOf(await findUpload(db, grant.fileId), grant, file.bytes);
  }

  async function refuse(upload: AdmittedUpload, fault: WireErrorName): Promise<UploadAnswer> {
    const { grant } = upload;
    if (!(await saveRefused(db, grant.fileId, fault))) return readEnd(upload);
    await incoming.remove(grant.fileId);
    return refused(faultOf(fault, grant));
  }

  async function store(upload: AdmittedUpload): Promise<UploadAnswer> {
    const { grant, file } = upload;
    const { fileId, memberId } = grant;
    const job = { path: incoming.pathOf(fileId), ...file, rule: UPLOAD_RULES[grant.purpose] };
    const result = await images.run(job, memberId);
    const seal = await findAwaitedSeal(db, fileId);
    if (!seal) return readEnd(upload); // whatever the result: the parts of an upload that has ended may be gone
    if ('fault' in result) {
      if (result.fault !== 'DIFFERENT') return refuse(upload, result.fault);
      await incoming.remove(fileId); // not the announced file: somebody has changed it on its way, so its owner may send it again
      return unauthorized;
    }
    const { bytes, code = null, print = null, ...facts } = result;
    await blobs.put(fileId, seal.seal(bytes));
    if (
      !(await saveStored(db, fileId, { ...facts, bytes: bytes.length, code, print, digest: digestOf(bytes) }))
    ) {
      const end = await readEnd(upload);
      if (end.kind !== 'received') await blobs.remove(fileId); // it was refused or given up while we put it
      return end;
    }
    await incoming.remove(fileId);
    return { kind: 'received', received: file.bytes, isStored: true };
  }

  return {
    refuse,
    running: (fileId) => endings.get(fileId),
    finish(upload) {
      const { fileId } = upload.grant;
      const ending = endings.get(fileId) ?? store(upload).finally(() => endings.delete(fileId));
      endings.set(fileId, ending);
      return ending;
    },
  };
}
