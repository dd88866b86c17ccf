// Another commit beside this one, for benchmarks that compare (`-- --against <commit>`): its files, its packages, its product.
import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';

const run = promisify(execFile);
/** A registry that says nothing must not hold up a benchmark for ever. */
const INSTALL_MS = 10 * 60_000;

/** The whole name of a commit that this repository has. Throws one sentence where it has none of that name. */
export async function resolveCommit(name: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], {
      cwd: ROOT,
    });
    return stdout.trim();
  } catch (cause) {
    throw new StartError(`This repository has no commit ${name}: fetch it first.`, { cause });
  }
}

/** The environment of a program of another checkout: nothing in it may lead back to our own packages. */
export function foreignEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(
    ([name]) => !/^(npm_(package_.*|lifecycle_.*|config_(local_)?prefix)|INIT_CWD)$/.test(name),
  );
  const isOurs = (folder: string): boolean => folder.endsWith(join('node_modules', '.bin'));
  const PATH = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !isOurs(folder))
    .join(delimiter);
  return { ...Object.fromEntries(kept), PATH };
}

/**
 * Puts the files of `commit` into the new folder `folder` and installs what its lock file names, by its own set-up. The clone borrows this
 * repository's objects and leaves no trace in it: removing the folder is all there is to clean up.
 */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await run('git', ['clone', '--quiet', '--shared', '--no-checkout', ROOT, folder]);
  await run('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder });
  // The Node that npm came with: before anything is installed there is no other one that an npm 10 works on.
  const node = process.env['npm_node_execpath'] ?? process.execPath;
  await run(node, [join('tools', 'setup', 'setup.mjs')], {
    cwd: folder,
    env: foreignEnvironment(),
    timeout: INSTALL_MS,
  });
}
