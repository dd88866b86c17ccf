import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../lib/compile-cache.ts';
import { ROOT } from '../lib/root.ts';

/** `npm start` as a process. */
export interface StartProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  /** The member app's address, once it says that it is ready. */
  readonly url: Promise<string>;
}

/** The Node that a checkout pins, or ours if it has none for this platform. */
function nodeOf(root: string): string {
  const pinned = join(root, 'node_modules', '.bin', 'node');
  return existsSync(pinned) ? pinned : process.execPath;
}

/** Runs tools/start.ts of this or another checkout, with its data and its built app under `dataDir`. */
export function startProcess(
  dataDir: string,
  more: Readonly<Record<string, string>>,
  root = ROOT,
): StartProcess {
  // Playwright's FORCE_COLOR beside our NO_COLOR would make Node print a warning before everything else.
  const { HOLDFAST_E2E: _ours, DATABASE_URL: _outside, FORCE_COLOR: _color, ...env } = process.env;
  const child = spawn(nodeOf(root), ['tools/start.ts'], {
    cwd: root,
    env: { ...COMPILE_CACHE, ...env, HOLDFAST_DATA: dataDir, HOLDFAST_WEB: join(dataDir, 'web'), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /member app +(http\S+)[^]*Ctrl-C/.exec(output);
      if (found?.[1] !== undefined) resolve(found[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(() => reject(new Error(`it ended before it was ready:\n${output}`)));
  });
  url.catch(() => {}); // a start that is expected to fail: nothing awaits its address
  return { child, output: () => output, exited, url };
}
