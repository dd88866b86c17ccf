import { spawnSync } from 'node:child_process';

/** What git answers in a folder; undefined where it refuses. */
function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** Where the work began: what `ref` and HEAD have in common. Without a ref: the shared branch, whichever is known here. */
export function findBase(folder: string, ref?: string): string | undefined {
  const candidates = ref === undefined ? ['origin/main', 'main'] : [ref];
  for (const candidate of candidates) {
    const base = git(folder, 'merge-base', 'HEAD', candidate);
    if (base !== undefined) return base.trim();
  }
  return undefined;
}

/** What is not as it was at `base`: committed since, changed, new or gone. */
export function changedFiles(folder: string, base: string): string[] {
  const lists = [
    git(folder, 'diff', '--name-only', '--no-renames', '-z', base),
    git(folder, 'ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return lists.flatMap((list) => (list ?? '').split('\0')).filter((path) => path !== '');
}
