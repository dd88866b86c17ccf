import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteRunning, settlePrevious } from './previous.ts';

/** No process has this number: it is above what Linux and macOS give out. */
const NOBODY = 99_999_999;

let dataDir: string;
let child: ChildProcess;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdfast-previous-'));
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** A process that lives until it is stopped, and whose command line names `script`. */
async function runs(script: string): Promise<number> {
  const program = `process.stdout.write('up'); setInterval(() => {}, 1000);`;
  child = spawn(process.execPath, ['-e', program, '--', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child.pid ?? 0;
}

async function settle(): Promise<string[]> {
  const lines: string[] = [];
  await settlePrevious(dataDir, (line) => lines.push(line));
  return lines;
}

it('stops a server whose starter is gone, and says so', async () => {
  const server = await runs('apps/server/src/main.ts');
  noteRunning(dataDir, { server, starter: NOBODY, port: 3000 });
  expect(await settle()).toEqual([
    `An earlier server was killed and left process ${server} on port 3000: stopping it.`,
  ]);
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGTERM');
  expect(existsSync(join(dataDir, 'server.json'))).toBe(false);
});

it('leaves a stranger alone that has the number of a server long gone', async () => {
  noteRunning(dataDir, { server: await runs('somebody-else.js'), starter: NOBODY, port: 3000 });
  expect(await settle()).toEqual([]);
  expect(child.signalCode).toBeNull();
});

it('refuses to start beside a start that is running', async () => {
  const both = await runs('tools/start.ts apps/server/src/main.ts');
  noteRunning(dataDir, { server: both, starter: both, port: 3000 });
  await expect(settle()).rejects.toThrow(
    /^Holdfast is already running on these data at http:\/\/localhost:3000 /,
  );
  expect(child.signalCode).toBeNull();
});

it('knows nothing of a data folder where nothing ran', async () => {
  await runs('somebody-else.js');
  expect(await settle()).toEqual([]);
});
