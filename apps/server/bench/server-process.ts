import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A busy machine may need a minute. */
const READY_TRIES = 1200;
/** Another program may take a port between finding it free and listening on it. */
const PORT_TRIES = 3;

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

interface StartedServer {
  readonly url: string;
  readonly consoleUrl: string;
  readonly metricsUrl: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
  readonly kill: () => void;
}

/** The server in a process of its own, as it runs in the product, with its data in `folder`. */
export async function startServer(
  databaseUrl: string,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const started = await launch(databaseUrl, folder, more);
    if (started) return started;
  }
  throw new Error('the server ended by itself before it was ready');
}

/** Undefined: it has ended by itself, as it does where a port is taken. */
async function launch(
  databaseUrl: string,
  folder: string,
  more: Readonly<Record<string, string>>,
): Promise<StartedServer | undefined> {
  const port = Number(more['PORT'] ?? (await freePort()));
  const [consolePort, metricsPort] = [await freePort(), await freePort()];
  const environment = {
    ...process.env,
    HOLDFAST_MODE: 'test',
    HOLDFAST_DATA: folder,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    CONSOLE_PORT: String(consolePort),
    METRICS_PORT: String(metricsPort),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...more,
  };
  const child = spawn(process.execPath, [MAIN], {
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  const kill = () => void child.kill('SIGKILL');
  const url = `http://127.0.0.1:${port}`;
  const consoleUrl = `http://127.0.0.1:${consolePort}`;
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  for (let tries = 0; tries < READY_TRIES && child.exitCode === null; tries += 1) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { url, consoleUrl, metricsUrl, pid: child.pid ?? 0, stop, kill };
    await sleep(50);
  }
  if (child.exitCode !== null) return undefined;
  await stop();
  throw new Error('the server did not become ready');
}
