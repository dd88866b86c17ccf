/**
 * Where files lie: named byte strings outside the database. A name is the id of a row, so nothing that a member sends ever becomes a path.
 * The rows say what a file is and whose; the store knows neither.
 */
export interface BlobStore {
  /** Writes the whole of it or nothing; what had the name before is replaced. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined for a name that has nothing. */
  get(name: string): Promise<Buffer | undefined>;
  /** Removes it; a name that has nothing is no error. */
  remove(name: string): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
}

export interface StoredBlob {
  readonly name: string;
  /** By the store's own clock. */
  readonly modifiedAt: Date;
}

/** The store did not do what was asked: full, unreachable, or not allowed. */
export class BlobStoreError extends Error {
  override readonly name = 'BlobStoreError';
}

const NAME = /^[A-Za-z0-9_-]{22}$/;

/** Names come from rows and tokens of ours; another one is a bug, and must not reach a path. */
export function assertBlobName(name: string): void {
  if (!NAME.test(name)) throw new RangeError('the name of a blob is 22 base64url characters');
}
export const isBlobName = (name: string): boolean => NAME.test(name);
