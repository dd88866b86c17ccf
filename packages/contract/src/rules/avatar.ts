import { AVATAR_STORAGE_SUFFIX } from '../constants.ts';

/** Where an avatar's file id lies in local storage (spec 3). */
export function avatarStorageKey(account: string): string {
  return `${account}${AVATAR_STORAGE_SUFFIX}`;
}

/** What may stand in an avatar's address as the file's name: no path, no query. */
export function isAvatarFileId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

interface AvatarParts {
  /** The assets host, with or without a slash at its end. */
  readonly assets: string;
  readonly fileId: string;
  /** The internal key. It is in every client, so it proves nothing: avatars are public. */
  readonly key: string;
  /** SHA-256 of a text, in hex. */
  readonly sha256: (text: string) => Promise<string> | string;
}

/** An avatar's address (spec 3): the assets host, `/res/`, the file id, and a checksum of file id and internal key. */
export async function avatarUrl({ assets, fileId, key, sha256 }: AvatarParts): Promise<string | undefined> {
  if (!isAvatarFileId(fileId)) return undefined;
  return `${assets.replace(/\/$/, '')}/res/${fileId}?checksum=${await sha256(fileId + key)}`;
}
