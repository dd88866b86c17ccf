import { spawnSync } from 'node:child_process';

/** The output of a git command in a folder; undefined if it fails. */
function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** The merge base of HEAD and `ref`. Without a ref: of the shared branch, under the first name that is known here. */
export function findBase(folder: string, ref?: string): string | undefined {
  const candidates = ref === undefined ? ['origin/main', 'main'] : [ref];
  for (const candidate of candidates) {
    const base = git(folder, 'merge-base', 'HEAD', candidate);
    if (base !== undefined) return base.trim();
  }
  return undefined;
}

/** The files that differ from `base`: committed since then, modified, new or deleted. */
export function changedFiles(folder: string, base: string): string[] {
  const lists = [
    git(folder, 'diff', '--name-only', '--no-renames', '-z', base),
    git(folder, 'ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return lists.flatMap((list) => (list ?? '').split('\0')).filter((path) => path !== '');
}
