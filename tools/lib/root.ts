import { join } from 'node:path';

/** The repository's folder, absolute, whatever the current directory is. */
export const ROOT = join(import.meta.dirname, '..', '..');
