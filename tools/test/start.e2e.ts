// `npm start` as a process: what it prints, what it survives, and how it reports errors. These tests use no browser, only Playwright's
// runner and report.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopPostgres } from '@holdfast/postgres';
import { expect, test } from '@playwright/test';
import { startProcess, type StartProcess } from './start-process.ts';

let dataDir: string;
const started: StartProcess[] = [];

test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'holdfast-start-'));
  chmodSync(dataDir, 0o711); // PostgreSQL's own user must get through when root runs the tests
});
test.afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await stopPostgres(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true });
});

function start(port: number, more: Record<string, string> = {}): StartProcess {
  const run = startProcess(dataDir, { PORT: String(port), ...more });
  started.push(run);
  return run;
}

const isAnswering = async (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

test.describe.configure({ mode: 'serial' });

test('a start prints the address and the sign-ins, and answers', async () => {
  const run = start(0);
  const url = await run.url;
  expect(await isAnswering(url)).toBe(true);
  expect(run.output()).toMatch(/sign in +\w+ \/ \S+ +transaction code \d{6}/);
  const messages = /messages +(http\S+)/.exec(run.output())?.[1] ?? '';
  expect(await (await fetch(messages)).text()).toContain('示範寄件匣');
  expect(run.output().match(/operator +\S+ \/ \S+ +authenticator secret [A-Z2-7]{32}/g)).toHaveLength(2);
  expect(await (await fetch(url)).text()).toContain('<script type="module"');
  expect((await fetch(`${url}/intro.webm`)).headers.get('content-type')).toBe('video/webm');
});

test('a second start on the same data says where the first one is', async () => {
  const second = start(0);
  expect(await second.exited).toBe(1);
  expect(second.output()).toMatch(
    /^holdfast: Holdfast is already running on these data at http:\/\/localhost:\d+ /,
  );
});

test('a start after kill -9 keeps the data and does nothing twice', async () => {
  const killed = started[0];
  killed?.child.kill('SIGKILL');
  await killed?.exited;
  const secrets = readFileSync(join(dataDir, 'secrets', 'channel-keys.json'), 'utf8');
  const run = start(0);
  await run.url;
  // Neither of the two slow parts is repeated; `npm run bench:start` measures how long a start takes.
  expect(run.output()).toContain('The apps have not changed');
  expect(run.output()).toContain('PostgreSQL was still running');
  expect(readFileSync(join(dataDir, 'secrets', 'channel-keys.json'), 'utf8')).toBe(secrets);
});

test('a PostgreSQL that is killed comes back by itself, and the server with it', async () => {
  const url = (await started.at(-1)?.url) ?? '';
  const postmaster = (): number => {
    try {
      return Number(
        readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      );
    } catch {
      return 0; // between two servers there is none
    }
  };
  const before = postmaster();
  process.kill(before, 'SIGKILL');
  await expect.poll(postmaster, { timeout: 30_000 }).not.toBe(before);
  // Two answers a second apart: readiness is remembered for a second, and the first may be from before the kill.
  await expect
    .poll(
      async () => {
        if (!(await isAnswering(url))) return false;
        await new Promise((resolve) => setTimeout(resolve, 1100));
        return isAnswering(url);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  expect(started.at(-1)?.output()).toContain('PostgreSQL is running again');
});

test('Ctrl-C stops everything and leaves no error behind', async () => {
  const run = started.at(-1);
  const url = (await run?.url) ?? '';
  run?.child.kill('SIGINT');
  expect(await run?.exited).toBe(0);
  expect(await isAnswering(url)).toBe(false);
  expect(() => readFileSync(join(dataDir, 'server.json'))).toThrow(/ENOENT/);
});

test('a taken port is one sentence and exit code 1', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const run = start(port);
  const forConsole = start(0, { CONSOLE_PORT: String(port) });
  expect([await run.exited, await forConsole.exited]).toEqual([1, 1]);
  const sentence = (name: string) =>
    `holdfast: Port ${port} is taken by another program: stop that, or choose another port, as in ${name}=${port + 100} npm start.`;
  expect([run, forConsole].map((one) => one.output().trim())).toEqual([
    sentence('PORT'),
    sentence('CONSOLE_PORT'),
  ]);
  holder.close();
});

test('an outside database that does not answer is one sentence without its password', async () => {
  const run = start(0, { DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/holdfast' });
  expect(await run.exited).toBe(1);
  expect(run.output()).toContain(
    'holdfast: No PostgreSQL answers at 127.0.0.1:1 (ECONNREFUSED): is DATABASE_URL right?',
  );
  expect(run.output()).not.toContain('hidden');
});

test('a data folder that cannot be written to is one sentence', async () => {
  const run = start(0, { HOLDFAST_DATA: join(dataDir, 'secrets', 'channel-keys.json', 'inside-a-file') });
  expect(await run.exited).toBe(1);
  expect(run.output()).toMatch(/^holdfast: .* cannot be written to \(ENOTDIR\): .*\n$/);
});
