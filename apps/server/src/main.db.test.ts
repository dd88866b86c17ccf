import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@holdfast/testkit';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { inTransaction } from '#platform/db/db.ts';
import { markDemoDatabase } from '#platform/db/demo-mark.ts';
import { localSecrets } from '#platform/secrets/secrets.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const database = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-main-'));
localSecrets(dataDir);
afterAll(() => rmSync(dataDir, { recursive: true }));

/** What production sets. It listens on any port. */
const PRODUCTION = {
  ...process.env,
  HOLDFAST_MODE: 'production',
  HOLDFAST_ROLES: 'gateway',
  HOLDFAST_DATA: dataDir,
  DATABASE_URL: database.url,
  DATABASE_APP_URL: database.appUrl,
  TRUSTED_PROXIES: 'none',
  ASSETS_URL: 'https://files.holdfast.example',
  ASSETS_PORT: '0',
  CHANNEL_KEYS_FILE: join(dataDir, 'secrets', 'channel-keys.json'),
  MASTER_KEY_FILE: join(dataDir, 'secrets', 'master-key'),
  VAPID_KEYS_FILE: join(dataDir, 'secrets', 'vapid-keys.json'),
  PORT: '0',
  LOG_LEVEL: 'silent',
};

/** Starts a production gateway as it starts in production, and answers how it ended. */
function start(
  more: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<{ code: unknown; said: string }> {
  const env = { ...PRODUCTION, ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env, timeout: 20_000 }, (error, _stdout, said) =>
      resolve({ code: error?.code, said }),
    );
  });
}

/** The database behind a connection that can be cut. */
async function cuttable(url: string): Promise<{ url: string; cut: () => void }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { url: through.href, cut };
}

/** Starts a process of these roles that does start; its address. */
async function startRoles(roles: string, appUrl: string): Promise<string> {
  const env = { ...PRODUCTION, HOLDFAST_ROLES: roles, DATABASE_APP_URL: appUrl, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
    if (msg !== 'listening') continue;
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error('the process ended before it listened');
}

describe('a process', () => {
  it.each(['gateway', 'assets'])(
    'with the role %s alone says whether it is ready, and why not',
    async (role) => {
      const { url: appUrl, cut } = await cuttable(database.appUrl);
      const address = await startRoles(role, appUrl);
      const ask = async (path: string) => {
        const answer = await fetch(address + path);
        return [answer.status, await answer.text()];
      };
      await expect.poll(() => ask('/readyz'), { timeout: 10_000 }).toEqual([200, 'ready']);
      expect(await ask('/healthz')).toEqual([200, 'ok']);
      cut();
      await expect.poll(() => ask('/readyz'), { timeout: 10_000 }).toEqual([503, 'database']);
      expect(await ask('/healthz')).toEqual([200, 'ok']);
    },
    40_000,
  );
});

describe('a production server', () => {
  it('does not start for a command that is mistyped', async () => {
    expect(await start({}, ['--make-admin', 'lin@example.com'])).toEqual({
      code: 1,
      said: '--make-admin is no option of the server: docs/operating/run.md names them.\n',
    });
  });

  it.each([
    ['PORT', '1'],
    ['PORT', '2'],
    ['METRICS_PORT', '1'],
  ])('says in one sentence that %s is taken, with %s gateway processes', async (name, processes) => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    expect(await start({ GATEWAY_PROCESSES: processes, [name]: String(port) })).toEqual({
      code: 1,
      said: `Port ${port} is taken by another program: choose another one with ${name}.\n`,
    });
  });

  it('does not start on a clock that was moved', async () => {
    await database.setClock('1 hour');
    expect(await start()).toEqual({
      code: 1,
      said: expect.stringContaining("The database's clock is moved"),
    });
    await database.setClock('0');
  });

  it('does not start on a database that was seeded as a demo', async () => {
    await inTransaction(database.owner, markDemoDatabase);
    expect(await start()).toEqual({
      code: 1,
      said: expect.stringContaining('The database was seeded as a demo'),
    });
  });
});
