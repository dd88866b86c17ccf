import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILE_CACHE } from '../lib/compile-cache.ts';
import { makeWritable } from '../lib/data-dir.ts';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';

export const SERVER_MAIN = join(ROOT, 'apps', 'server', 'src', 'main.ts');

/**
 * The public channel keys of the server that lives in `dataDir`, as JSON `[{ kid, S }]`. The server itself is asked:
 * it makes its secrets (mode 0600) on the first call, and nobody else opens them.
 */
export async function readChannelKeys(dataDir: string): Promise<string> {
  makeWritable(dataDir);
  const env = { HOLDFAST_MODE: 'demo', ...COMPILE_CACHE, ...process.env, HOLDFAST_DATA: dataDir };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SERVER_MAIN, '--keys'], { env });
    const { keys } = JSON.parse(stdout) as { keys: unknown };
    return JSON.stringify(keys);
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new StartError(`The server did not tell its public keys:\n${stderr?.trim() ?? String(cause)}`, {
      cause,
    });
  }
}
