import { join } from 'node:path';

/** The repository's folder, absolute, whatever the current directory is. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** The same file system path with `/` on every platform and without the repository's own part. */
export const fromRoot = (path: string): string =>
  path.startsWith(ROOT) ? path.slice(ROOT.length + 1).replaceAll('\\', '/') : path;
