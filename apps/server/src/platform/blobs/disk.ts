import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertBlobName, BlobStoreError, isBlobName, type BlobStore, type StoredBlob } from './port.ts';

/**
 * Blobs as files, for one machine. A blob is written beside its place, flushed and renamed, so a crash or a full disk leaves either the
 * whole of it or nothing. Folders are 0700 and files 0600: nobody but the product's own user reads them.
 */

/** Far longer than a draft takes to write. */
const DRAFT_MS = 60 * 60_000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** A folder of its own for each first two letters, so that no folder grows without end. */
const pathOf = (root: string, name: string): string => {
  assertBlobName(name);
  return join(root, name.slice(0, 2), name);
};

async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // Windows opens no folder, and needs no flush of one.
  if (process.platform !== 'win32') await flushFolder(dirname(path));
}

async function* filesOf(folder: string): AsyncGenerator<StoredBlob> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else {
      const found = await stat(path).catch(() => undefined);
      if (found && isBlobName(entry.name)) yield { name: entry.name, modifiedAt: found.mtime };
      // What a crash has left half written is no blob, and nobody will finish it.
      else if (found && found.mtimeMs < Date.now() - DRAFT_MS) await rm(path, { force: true });
    }
  }
}

export async function createDiskStore(root: string): Promise<BlobStore> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const failed = (what: string) => (cause: unknown) => {
    throw new BlobStoreError(`the disk store could not ${what}`, { cause });
  };
  return {
    put: (name, bytes) => writeWhole(pathOf(root, name), bytes).catch(failed('write')),
    get: (name) =>
      readFile(pathOf(root, name)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        return failed('read')(error);
      }),
    remove: (name) => rm(pathOf(root, name), { force: true }).catch(failed('remove')),
    list: () => filesOf(root),
  };
}
