import { constants } from 'node:fs';
import { mkdir, open, opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { assertBlobName, BlobStoreError } from './port.ts';

const { O_CREAT, O_RDWR } = constants;

/**
 * Files on their way in. What has arrived stays when a connection is cut, so the rest alone is sent again; an upload that goes on in
 * another process begins anew there. Nothing here is served to anybody, and what nobody finishes is swept.
 */
export interface Incoming {
  readonly pathOf: (name: string) => string;
  /** Bytes that have arrived, 0 for none. */
  size(name: string): Promise<number>;
  /** Writes what comes from `at` on, at most to `end`, until the stream ends, breaks or `signal` aborts. Returns what has arrived in all. */
  write(name: string, part: FilePart): Promise<number>;
  remove(name: string): Promise<void>;
  /** Removes what nobody has written to for so long. */
  sweep(olderThanMs: number): Promise<void>;
}

export interface FilePart {
  readonly at: number;
  readonly end: number;
  readonly chunks: Readable;
  readonly signal: AbortSignal;
  /** Hears how much has come at a time. */
  readonly onBytes: (count: number) => void;
}

/** More came than was announced. */
export class TooMuchError extends Error {
  override readonly name = 'TooMuchError';
}

export async function createIncoming(folder: string): Promise<Incoming> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string) => {
    assertBlobName(name);
    return join(folder, name);
  };
  const size = async (name: string) => (await stat(pathOf(name)).catch(() => undefined))?.size ?? 0;
  return {
    pathOf,
    size,
    async write(name, { at, end, chunks, signal, onBytes }) {
      const file = await open(pathOf(name), O_RDWR | O_CREAT, 0o600);
      let position = at;
      addAbortSignal(signal, chunks);
      try {
        // What has arrived stays: another process of this machine may be reading it, and writes the same bytes.
        if ((await file.stat()).size > end) await file.truncate(at);
        for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
          if (position + chunk.length > end) throw new TooMuchError('more than was announced');
          await file.write(chunk, 0, chunk.length, position).catch((cause: unknown) => {
            throw new BlobStoreError('a file on its way in could not be written', { cause });
          });
          position += chunk.length;
          onBytes(chunk.length);
        }
      } catch (error) {
        // A stream that breaks off has brought what it has brought.
        if (error instanceof TooMuchError || error instanceof BlobStoreError) throw error;
      } finally {
        await file.close();
      }
      return position;
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async sweep(olderThanMs) {
      const before = Date.now() - olderThanMs;
      for await (const entry of await opendir(folder)) {
        const path = join(folder, entry.name);
        const found = await stat(path).catch(() => undefined);
        if (found && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}
