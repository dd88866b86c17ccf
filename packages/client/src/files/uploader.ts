import type { FileLink, UploadToken } from '@holdfast/contract/calls';
import { REQUEST_TIMEOUT_MS } from '@holdfast/contract/constants';
import { UPLOAD_RULES, uploadBytesMax, type UploadPurpose } from '@holdfast/contract/rules';
import { AppError } from '@holdfast/kernel';
import {
  hashFile,
  NO_FILE,
  sealAssetRequest,
  type UploadedFile,
} from '@holdfast/secure-channel/browser-files';
import type { CallApi } from '../calls/call-api.ts';
import { findErrorName } from '../calls/error-catalogue.ts';
import type { FileAnswer, FilesNetwork } from '../network/files-port.ts';

/**
 * Sends files to the assets host in parts and reads them by links. A part that is lost is not the end: the server says how much has arrived,
 * and the rest follows, also after minutes without a network. A token that has run out is replaced, and the file begins anew.
 */

export interface UploadOptions {
  readonly purpose: UploadPurpose;
  readonly signal: AbortSignal;
  /** Hears the share that has arrived, from 0 to 1. It never goes back but to 0. */
  readonly onProgress?: (share: number) => void;
}

export interface Uploader {
  /**
   * Resolves to the id of the stored file. Throws `AppError`: a fault of the file under its name, CONNECTION_UNSTABLE when the network does
   * not come back. A fired signal rejects with its own reason.
   */
  upload: (file: Blob, options: UploadOptions) => Promise<string>;
  /** The file behind a link that another call has answered with. */
  read: (link: FileLink, signal: AbortSignal) => Promise<Blob>;
}

interface Parts {
  readonly callApi: CallApi;
  readonly files: FilesNetwork;
  readonly serverNow: () => number;
  /** Waits before another try: for so long, or until the network is back. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

const KIB = 1024;
const PART_FIRST = 128 * KIB;
const PART_MIN = 32 * KIB;
const PART_MAX = 1024 * KIB;
/** A part that took less lets the next one be twice as large. */
const QUICK_MS = 1000;
/** Tries in a row that bring nothing on: about a minute. */
const TRIES = 8;
const WAIT_MAX_MS = 15_000;
const TOKENS = 3;

type Access = Pick<UploadToken | FileLink, 'token' | 'key' | 'host' | 'path' | 'serviceId'>;
const addressOf = ({ host, path }: Pick<Access, 'host' | 'path'>): string => `${host}${path}`;
type Arrived = { readonly received: number; readonly isStored: boolean };

/** What came back, by what is to be done about it. */
async function readAnswer({ status, text }: FileAnswer): Promise<Arrived | 'expired' | 'later'> {
  if (status === 401) return 'expired';
  if (status !== 200) return 'later';
  const { errorCode, errorMessage, data } = JSON.parse(text) as {
    errorCode: number;
    errorMessage: string;
    data: Record<string, unknown>;
  };
  if (errorCode === 0) return { received: Number(data['received']), isStored: data['isStored'] === true };
  const name = await findErrorName(errorCode);
  if (name === 'STORAGE_UNAVAILABLE') return 'later';
  throw new AppError(name ?? `CODE_${errorCode}`, { ...data, errorCode, errorMessage });
}

/** A signal that fires with `outer`, or after the time that a request may take. */
function limited(outer: AbortSignal): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(outer.reason);
  const timer = setTimeout(() => controller.abort(), REQUEST_TIMEOUT_MS);
  outer.addEventListener('abort', abort);
  if (outer.aborted) abort();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}

/** What the server would refuse anyway is refused before a byte leaves the device. */
function assertSize(file: Blob, purpose: UploadPurpose): void {
  if (file.size === 0) throw new AppError('UPLOAD_EMPTY');
  if (file.size > uploadBytesMax(purpose))
    throw new AppError('UPLOAD_TOO_LARGE', { megabytes: UPLOAD_RULES[purpose].maxMegabytes });
}

type Send = (
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<FileAnswer>,
) => Promise<Arrived | 'expired' | 'later'>;

/** One request; a lost one, and one that was let wait, is `later`. */
const send: Send = async (outer, work) => {
  const { signal, end } = limited(outer);
  try {
    return await readAnswer(await work(signal));
  } catch (error) {
    outer.throwIfAborted();
    if (error instanceof AppError) throw error;
    return 'later';
  } finally {
    end();
  }
};

type Authorize = (
  access: Access,
  method: 'GET' | 'POST',
  file?: UploadedFile,
  at?: number,
) => Promise<string>;

interface Transmission {
  readonly file: Blob;
  readonly hash: UploadedFile;
  readonly token: UploadToken;
}

/** Sends everything under one token. Undefined when the token has run out. */
async function sendAll(
  { files, wait }: Pick<Parts, 'files' | 'wait'>,
  authorize: Authorize,
  { file, hash, token }: Transmission,
  { signal, onProgress }: UploadOptions,
): Promise<string | undefined> {
  const sendPart = async (at: number, size: number) => {
    const authorization = await authorize(token, 'POST', hash, at);
    return send(signal, (limit) =>
      files.send(addressOf(token), file.slice(at, at + size), { authorization, signal: limit }),
    );
  };
  const ask = async () => {
    const authorization = await authorize(token, 'GET');
    return send(signal, (limit) => files.ask(addressOf(token), { authorization, signal: limit }));
  };
  let [at, size, failures, isLost] = [0, PART_FIRST, 0, false];
  while (failures < TRIES) {
    const startedAt = Date.now();
    const answer = await (isLost ? ask() : sendPart(at, size));
    if (answer === 'expired') return undefined;
    if (answer === 'later') {
      failures += 1;
      isLost = true;
      size = Math.max(PART_MIN, size / 2);
      await wait(Math.min(WAIT_MAX_MS, 500 * 2 ** failures), signal);
      signal.throwIfAborted();
      continue;
    }
    if (answer.isStored) return token.fileId;
    if (!isLost && Date.now() - startedAt < QUICK_MS) size = Math.min(PART_MAX, size * 2);
    if (answer.received > at) failures = 0;
    else if (!isLost) failures += 1;
    [at, isLost] = [answer.received, false];
    onProgress?.(at / file.size);
  }
  throw new AppError('CONNECTION_UNSTABLE');
}

export function createUploader({ callApi, files, serverNow, wait }: Parts): Uploader {
  const authorize: Authorize = ({ path, serviceId, token, key }, method, file = NO_FILE, at = 0) =>
    sealAssetRequest({ token, key }, { method, path, serviceId, now: serverNow(), file, at });

  const askToken = (purpose: UploadPurpose): Promise<UploadToken> =>
    purpose === 'avatar'
      ? callApi('/member/upload-avatar-token', {})
      : callApi('/member/upload-file-token', { input: { purpose } });

  return {
    async upload(file, options) {
      const { purpose, signal } = options;
      assertSize(file, purpose);
      const hash = await hashFile(new Uint8Array(await file.arrayBuffer()));
      for (let tokens = 0; tokens < TOKENS; tokens += 1) {
        signal.throwIfAborted();
        options.onProgress?.(0);
        const token = await askToken(purpose);
        const fileId = await sendAll({ files, wait }, authorize, { file, hash, token }, options);
        if (fileId !== undefined) return fileId;
      }
      throw new AppError('CONNECTION_UNSTABLE');
    },
    async read(link, outer) {
      const authorization = await authorize(link, 'GET');
      const { signal, end } = limited(outer);
      try {
        const blob = await files.read(addressOf(link), { authorization, signal });
        if (blob) return blob;
      } catch (cause) {
        outer.throwIfAborted();
        throw new AppError('CONNECTION_UNSTABLE', {}, { cause });
      } finally {
        end();
      }
      throw new AppError('FILE_NOT_FOUND');
    },
  };
}
