// The whole product in a few processes: PostgreSQL, the built member app and the server. `npm start`, the browser tests,
// the gallery and the trade benchmark all start it through this one function, so what is tested is what runs.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApps, consoleDirOf, distOf } from '../build.ts';
import { COMPILE_CACHE } from '../lib/compile-cache.ts';
import { makeWritable } from '../lib/data-dir.ts';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';
import { readChannelKeys, SERVER_MAIN } from './channel-keys.ts';
import { openDatabase } from './database.ts';
import { claimPort } from './port.ts';
import { forgetRunning, noteRunning, settlePrevious } from './previous.ts';

export type ProductOptions = {
  /** Secrets, logs and, unless told otherwise, PostgreSQL. */
  dataDir: string;
  /** 0: any free one. */
  port: number;
  /** Of the console's origin; any free one unless told otherwise. */
  consolePort?: number | undefined;
  /** Of an assets host of its own, 0 for any free one. Left out: each app serves files at its own origin. */
  assetsPort?: number | undefined;
  /** Loopback unless told otherwise. */
  host?: string | undefined;
  mode: 'demo' | 'test' | 'production';
  /** An outside PostgreSQL 15 or later instead of the embedded one. */
  databaseUrl?: string | undefined;
  postgres?: { dataDir?: string; settings?: Record<string, string> };
  /** Where the member app is built to; the console beside it. */
  webDir?: string | undefined;
  /** More environment for the server. */
  env?: Record<string, string>;
  log?: (line: string) => void;
};

export type Product = {
  url: string;
  /** The console's origin; a demo shows there, under `/messages`, what it does not send. */
  consoleUrl: string;
  databaseUrl: string;
  /** The file that the server logs to. */
  serverLog: string;
  /** Resolves when the server process has ended, whoever ended it, with the end of its log. */
  ended: Promise<string>;
  /** Stops the server, then PostgreSQL. Safe to call twice. */
  stop: () => Promise<void>;
};

const LOOPBACK = '127.0.0.1';
/** Where a server that listens everywhere is asked whether it is ready. */
const EVERYWHERE = new Set(['0.0.0.0', '::']);
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
const POLL_MS = 40;
const LOG_LINES_SHOWN = 20;

type Ports = { member: number; console: number; assets: number | undefined };
type Server = { child: ChildProcess; ended: Promise<string> };

const serverLog = (dataDir: string): string => join(dataDir, 'logs', 'server.log');

/**
 * In a process group of its own, so that Ctrl-C reaches only the starter, which then stops things in their order. The
 * open channel tells the server that its starter is gone; its log goes to a file, which a pipe's end would cut off.
 */
function spawnServer(options: ProductOptions, ports: Ports, databaseUrl: string): Server {
  const logPath = serverLog(options.dataDir);
  mkdirSync(join(options.dataDir, 'logs'), { recursive: true });
  const logFile = openSync(logPath, 'w', 0o600);
  const child = spawn(process.execPath, [SERVER_MAIN], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', logFile, logFile, 'ipc'],
    env: {
      PUBLIC_URL: `http://localhost:${ports.member}`,
      CONSOLE_URL: `http://localhost:${ports.console}`,
      ...(ports.assets !== undefined && {
        ASSETS_URL: `http://localhost:${ports.assets}`,
        ASSETS_PORT: String(ports.assets),
      }),
      ...COMPILE_CACHE,
      ...process.env,
      ...options.env,
      HOLDFAST_MODE: options.mode,
      HOLDFAST_DATA: options.dataDir,
      HOLDFAST_WEB: options.webDir ?? distOf('member'),
      HOLDFAST_CONSOLE_WEB: consoleDirOf(options.webDir),
      DATABASE_URL: databaseUrl,
      HOST: options.host ?? LOOPBACK,
      PORT: String(ports.member),
      CONSOLE_PORT: String(ports.console),
    },
  });
  closeSync(logFile);
  const ended = new Promise<string>((resolve) => {
    const tell = (): void =>
      resolve(readFileSync(logPath, 'utf8').trimEnd().split('\n').slice(-LOG_LINES_SHOWN).join('\n'));
    child.once('exit', tell);
    child.once('error', tell);
  });
  return { child, ended };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    return false; // not listening yet
  }
}

async function waitUntilReady(url: string, server: Server): Promise<void> {
  const end = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < end) {
    if (await isReady(url)) return;
    const log = await Promise.race([server.ended, sleep(POLL_MS)]);
    if (log !== undefined) throw new StartError(`The server ended while it was starting. Its log:\n${log}`);
  }
  throw new StartError(`The server was not ready within ${READY_TIMEOUT_MS / 1000} s: see logs/server.log.`);
}

async function stopServer({ child, ended }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** Starts everything and answers when the server is ready. Throws `StartError` or `LauncherError`, one sentence each. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { dataDir, host = LOOPBACK, log = () => {} } = options;
  makeWritable(dataDir);
  await settlePrevious(dataDir, log);
  const port = await claimPort(options.port, host);
  const consolePort = await claimPort(options.consolePort ?? 0, host, 'CONSOLE_PORT');
  const assetsPort =
    options.assetsPort === undefined ? undefined : await claimPort(options.assetsPort, host, 'ASSETS_PORT');

  const build = async (): Promise<void> => {
    const outcome = await buildApps(await readChannelKeys(dataDir), options.webDir);
    log(outcome === 'built' ? 'The apps are built.' : 'The apps have not changed.');
  };
  const [database, built] = await Promise.allSettled([openDatabase({ ...options, log }), build()]);
  if (database.status === 'rejected') throw database.reason;
  if (built.status === 'rejected') {
    await database.value.stop();
    throw built.reason;
  }

  const server = spawnServer(
    options,
    { member: port, console: consolePort, assets: assetsPort },
    database.value.url,
  );
  noteRunning(dataDir, { server: server.child.pid ?? 0, starter: process.pid, port });
  const stop = async (): Promise<void> => {
    await stopServer(server);
    forgetRunning(dataDir);
    await database.value.stop();
  };
  const url = `http://localhost:${port}`;
  const consoleUrl = `http://localhost:${consolePort}`;
  try {
    await waitUntilReady(`http://${EVERYWHERE.has(host) ? LOOPBACK : host}:${port}`, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    consoleUrl,
    databaseUrl: database.value.url,
    serverLog: serverLog(dataDir),
    ended: server.ended,
    stop,
  };
}
