import { createHash } from 'node:crypto';
import type { Surface } from '@holdfast/contract/calls';
import { AVATAR_CHECKSUM_KEY } from '@holdfast/contract/constants';
import { isFileId, UPLOAD_RULES, type UploadType } from '@holdfast/contract/rules';
import { AppError, defined, type Clock } from '@holdfast/kernel';
import { openAssetRequest } from '@holdfast/secure-channel/node';
import type { BlobStore } from '#platform/blobs/port.ts';
import { appNow } from '#platform/db/clock.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { findSealedFile } from './file.store.ts';
import { linkPath, openToken, type Viewer } from './tokens.ts';
import { CLOCK_SKEW_MS, type AssetHeader } from './uploads.ts';

export interface ReadableFile {
  readonly id: string;
  readonly type: UploadType;
  readonly bytes: Buffer;
}

export interface ReadParts {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** Throws unless the viewer's session is still live under the same proof. The slices that keep sessions know. */
  readonly recheckViewer: (tx: Tx, viewer: Viewer) => Promise<void>;
}

/**
 * The bytes of a stored file. Undefined when there is none. It reads from
 * the store, so it belongs before a transaction (`prepare`), not into one.
 */
async function readFile(
  { db, blobs }: Pick<ReadParts, 'db' | 'blobs'>,
  fileId: string,
): Promise<ReadableFile | undefined> {
  const found = await findSealedFile(db, fileId);
  const sealed = found && (await blobs.get(fileId));
  if (!sealed) return undefined;
  const bytes = defined(found.seal.open(sealed), 'a blob opens with the key of its row');
  return { id: fileId, type: found.file.type, bytes };
}

/** The seed's checksum of an avatar's address. Its key is in every client, so it proves nothing; avatars are public. */
const checksumOf = (fileId: string): string =>
  createHash('sha256').update(`${fileId}${AVATAR_CHECKSUM_KEY}`).digest('hex');

export interface Reads {
  /** An avatar by its address. Undefined for anything else, whatever is wrong. */
  readAvatar(fileId: string, checksum: string): Promise<ReadableFile | undefined>;
  /** A private file by its link, if whoever asked for that may read files here. Undefined for anything else, whatever is wrong. */
  readLinked(request: AssetHeader, mayRead: (at: Surface) => boolean): Promise<ReadableFile | undefined>;
}

export function createReads(parts: ReadParts): Reads {
  const { db, clock, recheckViewer } = parts;

  async function isLive(viewer: Viewer, exp: number): Promise<boolean> {
    try {
      return await inTransaction(db, async (tx) => {
        await recheckViewer(tx, viewer);
        return (await appNow(tx)).getTime() < exp;
      });
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  return {
    async readAvatar(fileId, checksum) {
      if (!isFileId(fileId) || checksum !== checksumOf(fileId)) return undefined;
      const found = await findSealedFile(db, fileId);
      if (!found || !UPLOAD_RULES[found.file.purpose].isPublic || found.file.claimedBy === null)
        return undefined;
      return readFile(parts, fileId);
    },

    async readLinked(request, mayRead) {
      const opened = openAssetRequest(request, (token) => openToken(db, 'link', token));
      if (!opened) return undefined;
      const { token: grant, request: said } = opened;
      const isItsOwn = request.path === linkPath(grant.fileId) && said.serviceId === grant.serviceId;
      if (!isItsOwn || Math.abs(clock.now() - said.now) > CLOCK_SKEW_MS) return undefined;
      if (!mayRead(grant.viewer.at) || !(await isLive(grant.viewer, grant.exp))) return undefined;
      return readFile(parts, grant.fileId);
    },
  };
}
