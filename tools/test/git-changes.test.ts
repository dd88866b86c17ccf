import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedFiles, findBase } from './git-changes.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-git-'));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x.example', ...args], { cwd: folder });
let version = 0;
const write = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), `${(version += 1)}`);
};

beforeAll(() => {
  git('init', '--quiet', '--initial-branch=main');
  write('kept', 'edited', 'gone', 'later');
  git('add', '.');
  git('commit', '--quiet', '--message=one');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('finds what was committed on a branch, what is not committed yet, what is new and what is gone', () => {
  git('switch', '--quiet', '--create', 'work');
  write('edited');
  git('commit', '--quiet', '--all', '--message=two');
  write('later', 'new');
  rmSync(join(folder, 'gone'));
  const base = findBase(folder) ?? '';
  expect(changedFiles(folder, base).toSorted()).toEqual(['edited', 'gone', 'later', 'new']);
  expect(changedFiles(folder, findBase(folder, 'HEAD') ?? '').toSorted()).toEqual(['gone', 'later', 'new']);
});

it('knows no base where the branch does not exist', () => {
  expect(findBase(folder, 'no-such-branch')).toBeUndefined();
});
