import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries, type Binaries } from './binaries.ts';
import { DATABASE, ensureCluster, OWNER, readOrMakePassword } from './cluster.ts';
import { LauncherError } from './launcher-error.ts';
import { settlePlace, type Place } from './place.ts';
import {
  answers,
  findPostmaster,
  readPostmaster,
  removeStaleLocks,
  startedWith,
  type Postmaster,
} from './postmaster.ts';
import { run, serverEnvironment } from './run.ts';

export interface StartOptions {
  /** Where a person expects the data (`.data/postgres`). Made if missing. */
  readonly dataDir: string;
  /** TCP port on 127.0.0.1. 0, the default: any free one, or the one of the server that already runs. */
  readonly port?: number;
  /** Server settings over the defaults, such as `{ fsync: 'off' }`. A running server with others is restarted. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * `batch`, the default: its processes do not interrupt another one when they wake, where Linux and `chrt` allow it. `ordinary`: as any other
   * program, which is how an outside database runs. A server that runs already keeps its own.
   */
  readonly scheduling?: 'batch' | 'ordinary';
  readonly log?: (line: string) => void;
}

export interface RunningPostgres {
  /** `postgres://holdfast:<password>@127.0.0.1:<port>/holdfast`: the owner of everything in it. Secret. */
  readonly url: string;
  /** The same by the private socket, over which a round trip costs half the time and work; `url` where there is no such socket. Secret. */
  readonly localUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Whether it was running already: PostgreSQL outlives a parent that was killed with -9. */
  readonly reused: boolean;
  /** Lets what is running end (fast shutdown) and waits for it. Safe to call twice. */
  stop(): Promise<void>;
}

const DEFAULT_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off', // JIT: our statements are short, and compiling one takes longer than running it
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
};

/** Of the path of a socket, with the zero at its end (sys/un.h): 108 on Linux, 104 on macOS. */
const SOCKET_PATH_BYTES_MAX = 104;

/**
 * The folder of the private socket: the cluster's own, which nobody else may enter; the password is asked there too. Undefined where a
 * deep checkout makes the path too long, and on Windows: then the loopback is the only way in.
 */
function socketFolder(cluster: string): string | undefined {
  const fits = Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) < SOCKET_PATH_BYTES_MAX;
  return process.platform !== 'win32' && fits ? cluster : undefined;
}

const START_TIMEOUT_MS = 60_000;
const POLL_MS = 10;
const LOG_BYTES_MAX = 5_000_000;

/** Starts PostgreSQL on this data folder, or takes over the one that runs on it. Rejects with `LauncherError` only. */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const place = settlePlace(options.dataDir);
  const socket = socketFolder(place.cluster);
  const settings: Readonly<Record<string, string>> = {
    ...DEFAULT_SETTINGS,
    unix_socket_directories: socket === undefined ? '' : `"${socket}"`, // in quotes: a comma would part two folders
    unix_socket_permissions: '0700',
    ...options.settings,
  };
  const binaries = await prepareBinaries(place.cache, place.account);
  const password = await readOrMakePassword(place);
  await ensureCluster(place, binaries, { password, sync: settings['fsync'] !== 'off' });

  const launch: Launch = {
    place,
    binaries,
    settings,
    port: options.port ?? 0,
    scheduling: options.scheduling ?? 'batch',
    log: options.log ?? (() => {}),
  };
  const adopted = await adopt(launch);
  const server = adopted ?? (await launchServer(launch));
  const url = `postgres://${OWNER}:${password}@127.0.0.1:${server.port}/${DATABASE}`;
  return {
    url,
    localUrl: socket === undefined ? url : `${url}?host=${encodeURIComponent(socket)}`,
    port: server.port,
    pid: server.pid,
    reused: adopted !== undefined,
    stop: () => stopServer(place, binaries),
  };
}

/** Stops the server that runs on this data folder, if one does: for the folders of programs that ended without doing so. */
export async function stopPostgres(dataDir: string): Promise<void> {
  const place = settlePlace(dataDir);
  await stopServer(place, await prepareBinaries(place.cache, place.account));
}

interface Launch {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly settings: Readonly<Record<string, string>>;
  readonly port: number;
  readonly scheduling: 'batch' | 'ordinary';
  readonly log: (line: string) => void;
}

function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`);
}

/** The server that runs on this folder already, if it is healthy and as wanted; if it is not, it is stopped. */
async function adopt(launch: Launch): Promise<Postmaster | undefined> {
  const { cluster } = launch.place;
  const running = await waitWhileStarting(cluster);
  if (running === undefined) {
    removeStaleLocks(cluster);
    return undefined;
  }
  const asWanted =
    (launch.port === 0 || launch.port === running.port) &&
    settingArguments(launch.settings).every((argument) => startedWith(cluster, argument));
  if (running.ready && asWanted && (await answers(running.port))) return running;
  launch.log(`stopping the PostgreSQL that was left running (pid ${running.pid})`);
  await stopServer(launch.place, launch.binaries);
  return undefined;
}

async function waitWhileStarting(cluster: string): Promise<Postmaster | undefined> {
  const end = Date.now() + START_TIMEOUT_MS;
  let found = findPostmaster(cluster);
  while (found && !found.ready && Date.now() < end) {
    await sleep(POLL_MS);
    found = findPostmaster(cluster);
  }
  return found;
}

/** Finds the cause of a failed start in the server's output, which is in English: see `serverEnvironment`. */
const PORT_TAKEN = /could not bind .*address already in use|could not bind .*permission denied/i;
const OTHER_SERVER = /lock file "postmaster\.pid" already exists/;
const DYING_BACKENDS = /pre-existing shared memory block/;

async function launchServer(launch: Launch): Promise<Postmaster> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const port = launch.port === 0 ? await freePort() : launch.port;
    const attempt = await spawnServer(launch, port);
    if (attempt.server !== undefined) return attempt.server;
    const { words } = attempt;
    if (OTHER_SERVER.test(words)) {
      // Two concurrent starts: the other one was first, so we use its server.
      const adopted = await adopt(launch);
      if (adopted !== undefined) return adopted;
    }
    // Another program took the free port before us, or backends of a killed server are still leaving: again.
    const passing =
      (launch.port === 0 && PORT_TAKEN.test(words)) || DYING_BACKENDS.test(words) || OTHER_SERVER.test(words);
    if (passing && Date.now() < end) {
      await sleep(10 * POLL_MS);
      continue;
    }
    const cause = new Error(words);
    if (PORT_TAKEN.test(words)) {
      throw new LauncherError(
        'port-taken',
        `Port ${port} of 127.0.0.1 is taken by another program: stop it or choose another port.`,
        { cause },
      );
    }
    throw new LauncherError(
      'start-failed',
      `PostgreSQL did not start: see ${join(launch.place.dir, 'log')}.`,
      { cause },
    );
  }
}

const WAIT_FOR_TURN = 'chrt --batch --pid 0 $$ >/dev/null 2>&1; exec "$@"';

/**
 * The command in the scheduling class of Linux whose processes do not interrupt another one when they wake (SCHED_BATCH). Otherwise the
 * product and the server interrupt each other at every statement. Where this cannot be had, the command runs as any other.
 */
function waitingForTurn(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return process.platform === 'linux' ? ['/bin/sh', '-c', WAIT_FOR_TURN, 'sh', ...command] : command;
}

type Attempt =
  | { readonly server: Postmaster; readonly words?: never }
  | { readonly server?: undefined; readonly words: string };

/**
 * Spawns the server in a process group of its own, so that Ctrl-C in a terminal reaches only the parent, which then stops it in
 * its own order. Its output goes to a file, never to a pipe: a pipe would end with the parent and take the server's log with it.
 */
async function spawnServer(
  { place, binaries, settings, scheduling }: Launch,
  port: number,
): Promise<Attempt> {
  const logPath = join(place.dir, 'log');
  const logFile = openSync(logPath, 'a', 0o600);
  if (statSync(logPath).size > LOG_BYTES_MAX) truncateSync(logPath);
  const before = statSync(logPath).size;
  const command = [
    join(binaries.dir, 'bin', 'postgres'),
    '-D',
    place.cluster,
    '-p',
    String(port),
    ...settingArguments(settings).flatMap((argument) => ['-c', argument]),
  ] as const;
  const [program, ...args] = scheduling === 'batch' ? waitingForTurn(command) : command;
  const child = spawn(program, args, {
    ...place.account,
    cwd: '/',
    detached: true,
    env: serverEnvironment(),
    stdio: ['ignore', logFile, logFile],
    windowsHide: true,
  });
  closeSync(logFile);
  try {
    const server = await waitUntilReady(child, place.cluster);
    child.unref();
    return server ? { server } : { words: readFileSync(logPath).subarray(before).toString('utf8') };
  } catch (cause) {
    throw new LauncherError('start-failed', 'PostgreSQL could not be run as the user that owns its data.', {
      cause,
    });
  }
}

async function waitUntilReady(child: ChildProcess, cluster: string): Promise<Postmaster | undefined> {
  const exited = new Promise<'exited'>((resolve, reject) => {
    child.once('exit', () => resolve('exited'));
    child.once('error', reject);
  });
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end) {
    if ((await Promise.race([exited, sleep(POLL_MS)])) === 'exited') return undefined;
    const found = readPostmaster(cluster);
    if (found?.ready && found.pid === child.pid) return found;
  }
  child.kill();
  return undefined;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function stopServer(place: Place, binaries: Binaries): Promise<void> {
  if (findPostmaster(place.cluster) === undefined) return;
  for (const mode of ['fast', 'immediate']) {
    const pgCtl = ['stop', '-D', place.cluster, '-m', mode, '-w', '-t', '20'];
    const { code, output } = await run(join(binaries.dir, 'bin', 'pg_ctl'), pgCtl, place.account);
    if (code === 0 || findPostmaster(place.cluster) === undefined) return;
    if (mode === 'immediate') {
      throw new LauncherError('stop-failed', `PostgreSQL on ${place.cluster} did not stop.`, {
        cause: new Error(output),
      });
    }
  }
}
