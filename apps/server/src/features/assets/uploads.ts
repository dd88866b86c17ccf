import type { Readable } from 'node:stream';
import { appError, isFailure } from '@holdfast/contract/errors';
import type { Clock } from '@holdfast/kernel';
import { NO_FILE, openAssetRequest } from '@holdfast/secure-channel/node';
import { TooMuchError } from '#platform/blobs/incoming.ts';
import { BlobStoreError } from '#platform/blobs/port.ts';
import { createKeyedQueues, ONE_AT_A_TIME } from '#platform/queues/fair-queue.ts';
import { findUpload, type UploadState } from './file.store.ts';
import { createFinisher, type FinishParts } from './finish-upload.ts';
import { createPlaces, type Place } from './places.ts';
import { openToken, uploadPath } from './tokens.ts';
import { endOf, refused, unauthorized, type AdmittedUpload, type UploadAnswer } from './upload-answer.ts';

/**
 * Receives uploads. The row of a file exists before its first byte, and becomes 'stored' after its last one lies in the store; whatever
 * breaks in between, sending the rest again (or nothing, when all has arrived) ends it. A refusal ends it too, and leaves no file.
 */

export interface UploadParts extends FinishParts {
  readonly clock: Clock;
}

export interface AssetHeader {
  readonly header: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** How far the sender's clock may be from ours, as in the channel. */
export const CLOCK_SKEW_MS = 120_000;

export interface Uploads {
  /** Checks the header, without a look at any row. Undefined for one that opens nothing. */
  admit(request: AssetHeader): AdmittedUpload | undefined;
  /** How far an upload is: what a client asks after a cut. */
  stateOf(upload: AdmittedUpload): Promise<UploadAnswer>;
  /** Takes the part that begins at `upload.at`, and ends the upload when it was the last one. */
  receive(upload: AdmittedUpload, transmission: Transmission): Promise<UploadAnswer>;
}

interface Transmission {
  readonly chunks: Readable;
  /** Where it comes from. */
  readonly address: string;
}

function admit({ db, clock }: UploadParts, request: AssetHeader): AdmittedUpload | undefined {
  const opened = openAssetRequest(request, (token) => openToken(db, 'upload', token));
  if (!opened) return undefined;
  const { token: grant, request: said } = opened;
  const isItsOwn = request.path === uploadPath(grant.fileId) && said.serviceId === grant.serviceId;
  if (!isItsOwn || Math.abs(clock.now() - said.now) > CLOCK_SKEW_MS) return undefined;
  return { grant, file: said.file, at: said.at };
}

/** The row of an upload while its token is good. */
async function findLive({ db }: UploadParts, { grant }: AdmittedUpload): Promise<UploadState | undefined> {
  const upload = await findUpload(db, grant.fileId);
  return upload && upload.now.getTime() < grant.exp ? upload : undefined;
}

/** Writes what arrives, one transmission of a file after the other. */
function createWriter(parts: UploadParts, finish: (upload: AdmittedUpload) => Promise<UploadAnswer>) {
  const { incoming } = parts;
  const inTurn = createKeyedQueues(ONE_AT_A_TIME);
  /** The transmission of a file that is writing now: a newer one takes over, since its sender has given the old one up. */
  const writing = new Map<string, AbortController>();

  async function write(
    upload: AdmittedUpload,
    { chunks, place, signal }: { chunks: Readable; place: Place; signal: AbortSignal },
  ): Promise<UploadAnswer> {
    const { grant, file, at } = upload;
    const { fileId } = grant;
    const live = await findLive(parts, upload);
    if (live?.state !== 'awaited') return endOf(live, grant, file.bytes); // it ended while this transmission waited for its turn
    const arrived = await incoming.size(fileId);
    if (at > arrived) return { kind: 'received', received: arrived, isStored: false };
    const onBytes = (count: number) => place.arrived(count);
    const received = await incoming.write(fileId, { at, end: file.bytes, chunks, signal, onBytes });
    place.leave(); // the queue of pictures has places of its own
    if (received === file.bytes) return finish(upload);
    return place.signal.aborted ? { kind: 'busy' } : { kind: 'received', received, isStored: false };
  }

  return async (upload: AdmittedUpload, chunks: Readable, place: Place): Promise<UploadAnswer> => {
    const { fileId } = upload.grant;
    writing.get(fileId)?.abort();
    const abort = new AbortController();
    writing.set(fileId, abort);
    const signal = AbortSignal.any([abort.signal, place.signal]);
    try {
      return await inTurn(fileId, () => write(upload, { chunks, place, signal }));
    } finally {
      if (writing.get(fileId) === abort) writing.delete(fileId);
    }
  };
}

export function createUploads(parts: UploadParts): Uploads {
  const { incoming } = parts;
  const places = createPlaces();
  const finisher = createFinisher(parts);
  const write = createWriter(parts, (upload) => finisher.finish(upload));

  async function receive(upload: AdmittedUpload, chunks: Readable, place: Place): Promise<UploadAnswer> {
    const { grant, file, at } = upload;
    if ((await findLive(parts, upload))?.state !== 'awaited') return unauthorized;
    if (file.bytes === 0 || file.sha256 === NO_FILE.sha256) return finisher.refuse(upload, 'UPLOAD_EMPTY');
    if (file.bytes > grant.maxBytes) return finisher.refuse(upload, 'UPLOAD_TOO_LARGE');
    if (at > file.bytes) return unauthorized;
    try {
      return await write(upload, chunks, place);
    } catch (error) {
      if (error instanceof TooMuchError) {
        await incoming.remove(grant.fileId);
        return unauthorized;
      }
      if (isFailure(error, 'OVERLOADED')) return { kind: 'busy' };
      if (error instanceof BlobStoreError)
        return refused(appError('STORAGE_UNAVAILABLE', {}, { cause: error }));
      throw error;
    }
  }

  return {
    admit: (request) => admit(parts, request),
    async receive(upload, { chunks, address }) {
      const place = places.enter({ memberId: upload.grant.memberId, address });
      if (!place) return { kind: 'busy' };
      try {
        return await receive(upload, chunks, place);
      } finally {
        place.leave();
      }
    },
    async stateOf(upload) {
      const { grant } = upload;
      const ending = finisher.running(grant.fileId);
      if (ending) return ending;
      const live = await findLive(parts, upload);
      if (live?.state !== 'awaited') return endOf(live, grant, 0);
      return { kind: 'received', received: await incoming.size(grant.fileId), isStored: false };
    },
  };
}
