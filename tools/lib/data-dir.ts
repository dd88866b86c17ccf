import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from './root.ts';
import { StartError } from './start-error.ts';

/** Where secrets, PostgreSQL and logs live: `HOLDFAST_DATA`, else `.data` in the repository. */
export const dataDirFrom = (env: NodeJS.ProcessEnv): string =>
  resolve(env['HOLDFAST_DATA'] ?? join(ROOT, '.data'));

/** Makes the folder; throws one sentence where this user may not write there. */
export function makeWritable(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new StartError(
      `${folder} cannot be written to (${code}): give this user the right, or name another folder in HOLDFAST_DATA.`,
      { cause },
    );
  }
}
