import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runStatement as rowsOf } from '@holdfast/database';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  keepPostgres,
  LauncherError,
  startPostgres,
  type RunningPostgres,
  type StartOptions,
} from './index.ts';

const FAST = { fsync: 'off', shared_buffers: '16MB' };
/** Each makes a cluster or starts a few servers. */
const SLOW = { timeout: 60_000 };
let root: string;
/** A folder shared by the tests that do not depend on its content: creating a cluster takes most of the time here. */
let shared: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'holdfast-launcher-'));
  chmodSync(root, 0o711); // the server's user must get through when root runs the tests
  shared = freshDir();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function freshDir(mode = 0o755): string {
  const dir = join(root, randomUUID());
  mkdirSync(dir, { mode });
  return dir;
}

async function start(dataDir: string, options: Partial<StartOptions> = {}): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, settings: FAST, ...options });
  onTestFinished(() => server.stop());
  return server;
}

async function runStatement(url: string, sql: string): Promise<unknown> {
  const [row = {}] = await rowsOf(url, sql);
  return Object.values(row)[0];
}

async function faultOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LauncherError);
  expect((error as Error).message).toMatch(/^[^\n]+\.$/);
  return (error as LauncherError).fault;
}

describe('a data folder', SLOW, () => {
  it('keeps what was written over a stop and a start', async () => {
    const dir = shared;
    const first = await start(dir);
    await runStatement(first.url, 'create table kept as select 7 as n');
    await first.stop();
    const second = await start(dir);
    expect(second.reused).toBe(false);
    expect(await runStatement(second.url, 'select n from kept')).toBe(7);
  });

  it('has checksums, takes the loopback only, and asks everybody for the password', async () => {
    const server = await start(shared);
    expect(await runStatement(server.url, 'show data_checksums')).toBe('on');
    expect(await runStatement(server.url, 'show listen_addresses')).toBe('127.0.0.1');
    const wrong = server.url.replace(/:[^:@]*@/, ':wrong@');
    await expect(runStatement(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('can be reached by a private socket too, which nobody else may use and which asks for the password', async () => {
    const server = await start(shared);
    const cluster = realpathSync(join(shared, 'cluster'));
    expect(await runStatement(server.localUrl, 'show unix_socket_directories')).toBe(`"${cluster}"`);
    expect(await runStatement(server.localUrl, 'select inet_client_addr() is null')).toBe(true);
    expect(statSync(cluster).mode & 0o777).toBe(0o700);
    expect(statSync(join(cluster, `.s.PGSQL.${server.port}`)).mode & 0o777).toBe(0o700);
    const wrong = server.localUrl.replace(/:[^:@]*@/, ':wrong@');
    await expect(runStatement(wrong, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('is reached by the loopback alone where its path is too long for a socket', async () => {
    const dir = join(freshDir(), 'deep'.repeat(25));
    mkdirSync(dir, { mode: 0o755 });
    const server = await start(dir);
    expect(server.localUrl).toBe(server.url);
    expect(await runStatement(server.localUrl, 'select inet_client_addr() is null')).toBe(false);
  });

  it('lets nobody else read the password', async () => {
    const dir = shared;
    await start(dir);
    expect(statSync(join(dir, 'password')).mode & 0o777).toBe(0o600);
  });

  it('that cannot be made is refused in one sentence', async () => {
    const file = join(freshDir(), 'file');
    writeFileSync(file, '');
    expect(await faultOf(startPostgres({ dataDir: join(file, 'data') }))).toBe('folder-not-writable');
  });

  it('made by another version is left alone', async () => {
    const dir = freshDir();
    const cluster = join(dir, 'cluster');
    mkdirSync(cluster);
    writeFileSync(join(cluster, 'PG_VERSION'), '9\n');
    writeFileSync(join(dir, 'password'), 'x');
    expect(await faultOf(startPostgres({ dataDir: dir }))).toBe('data-of-another-version');
  });
});

const hasChrt = spawnSync('/bin/sh', ['-c', 'command -v chrt']).status === 0;

/** The scheduling class of a process (`man 5 proc_pid_stat`): 0 is the usual one, 3 is SCHED_BATCH. */
function schedulingClass(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]);
}

describe.runIf(process.platform === 'linux')('the processes of a server', SLOW, () => {
  it.runIf(hasChrt)('do not interrupt others when they wake', async () => {
    const server = await start(freshDir());
    expect(schedulingClass(server.pid)).toBe(3);
    const activity = await rowsOf(server.url, 'select pid from pg_stat_activity');
    // The process that answered ends with its connection.
    const running = activity.map(({ pid }) => Number(pid)).filter((pid) => existsSync(`/proc/${pid}/stat`));
    expect(running.length).toBeGreaterThan(2);
    expect(new Set(running.map(schedulingClass))).toEqual(new Set([3]));
  });

  it('run as any other program where that is asked for', async () => {
    const server = await start(freshDir(), { scheduling: 'ordinary' });
    expect(schedulingClass(server.pid)).toBe(0);
  });

  it('run all the same where the class cannot be set', async () => {
    vi.stubEnv('PATH', freshDir());
    onTestFinished(() => void vi.unstubAllEnvs());
    const server = await start(freshDir());
    expect(schedulingClass(server.pid)).toBe(0);
    expect(await runStatement(server.url, 'select 1')).toBe(1);
  });
});

describe('a server that is kept', SLOW, () => {
  /** Runs on one address until it answers; the error of every try but the last is a lost or refused connection. */
  const answersAt = async (url: string) => {
    await expect.poll(() => runStatement(url, 'select 1').catch(() => 0), { timeout: 20_000 }).toBe(1);
  };

  it('comes back at the same address after a kill -9, also twice, with what was committed', async () => {
    const lines: string[] = [];
    const server = await keepPostgres({ dataDir: shared, settings: FAST, log: (line) => lines.push(line) });
    onTestFinished(() => server.stop());
    await runStatement(server.url, 'create table survives as select 8 as n');
    await runStatement(server.url, 'checkpoint'); // the test's server runs without fsync
    for (let round = 1; round <= 2; round += 1) {
      const before = server.pid;
      process.kill(before, 'SIGKILL');
      await expect.poll(() => server.pid, { timeout: 20_000 }).not.toBe(before);
      await answersAt(server.url);
      expect(await runStatement(server.url, 'select n from survives')).toBe(8);
    }
    expect(lines.filter((line) => line === 'PostgreSQL is running again')).toHaveLength(2);
  });

  it('stays down once it has been stopped', async () => {
    const server = await keepPostgres({ dataDir: shared, settings: FAST });
    await server.stop();
    await expect(runStatement(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    const again = await start(shared);
    expect(again.reused).toBe(false);
  });
});

describe('a server that is still there', SLOW, () => {
  it('is taken over after its parent was killed with -9', async () => {
    const dir = shared;
    const face = new URL('./index.ts', import.meta.url).href;
    const script = `const { startPostgres } = await import(${JSON.stringify(face)});
      const { url, pid } = await startPostgres(${JSON.stringify({ dataDir: dir, settings: FAST })});
      process.stdout.write(JSON.stringify({ url, pid }), () => process.kill(process.pid, 'SIGKILL'));`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    parent.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(parent, 'close');
    const orphan = JSON.parse(said) as { url: string; pid: number };

    const server = await start(dir);
    expect(server).toMatchObject({ reused: true, pid: orphan.pid, url: orphan.url });
    expect(await runStatement(server.url, 'select 1')).toBe(1);
  });

  it('is restarted when other settings are wanted', async () => {
    const dir = shared;
    const first = await start(dir);
    const second = await start(dir, { settings: { ...FAST, max_connections: '23' } });
    expect(second.pid).not.toBe(first.pid);
    expect(await runStatement(second.url, 'show max_connections')).toBe('23');
  });

  it('serves two starts at once', async () => {
    const dir = freshDir();
    const [one, other] = await Promise.all([start(dir), start(dir)]);
    expect(one.pid).toBe(other.pid);
    expect(await runStatement(one.url, 'select 1')).toBe(1);
  });

  it('is not confused with another program that has its old process id', async () => {
    const dir = shared;
    const before = await start(dir);
    await before.stop();
    const lines = [process.pid, join(dir, 'cluster'), 1, 5432, '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(dir, 'cluster', 'postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o644 });
    writeFileSync(join(dir, 'cluster', `.s.PGSQL.${before.port}.lock`), `${process.pid}\n`, { mode: 0o600 });
    const server = await start(dir, { port: before.port });
    expect(await runStatement(server.localUrl, 'select 1')).toBe(1);
  });
});

it('says so when the port belongs to another program', SLOW, async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(await faultOf(startPostgres({ dataDir: shared, settings: FAST, port }))).toBe('port-taken');
});

describe.skipIf(process.getuid?.() !== 0)('as root, in a folder that no other user can reach', SLOW, () => {
  it('keeps the data outside and leaves a link to them', async () => {
    const dir = freshDir(0o700);
    const server = await start(join(dir, 'data'));
    const link = join(dir, 'data', 'cluster');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(await runStatement(server.url, 'show data_directory')).toBe(realpathSync(link));
    await server.stop();
    const again = await start(join(dir, 'data'));
    expect(again.reused).toBe(false);
    await again.stop();
    rmSync(dirname(realpathSync(link)), { recursive: true });
  });

  it('says so when the data behind the link are gone', async () => {
    const dir = freshDir(0o700);
    await (await start(dir)).stop();
    rmSync(dirname(realpathSync(join(dir, 'cluster'))), { recursive: true });
    expect(await faultOf(startPostgres({ dataDir: dir }))).toBe('data-moved-away');
    expect(existsSync(join(dir, 'cluster'))).toBe(false);
  });
});
