import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { family, shake } from './shaker.ts';

test('a family is a process and all below it, and nobody else', () => {
  const parents = new Map([
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 4],
    [6, 1],
    [7, 99],
  ]);
  expect(family(2, parents).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
});

test.runIf(process.platform === 'linux')(
  'a process is paused while it is shaken, and runs again afterwards',
  async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const stateNow = () => / ([A-Z]) /.exec(readFileSync(`/proc/${child.pid}/stat`, 'latin1'))?.[1];
    const end = shake(child.pid ?? 0, { everyMs: 5, longestMs: 60_000 });
    await expect.poll(stateNow).toBe('T');
    expect(end()).toBeGreaterThan(0);
    await expect.poll(stateNow).not.toBe('T');
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);
