import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@holdfast/testkit';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { localSecrets } from '#platform/secrets/secrets.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const database = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-gateways-'));
localSecrets(dataDir);
afterAll(() => rmSync(dataDir, { recursive: true }));

interface Line {
  readonly msg: string;
  readonly pid: number;
  readonly port?: number;
}

/** A product of three processes on one port. */
function startProduct(port = '0') {
  const env = {
    ...process.env,
    HOLDFAST_MODE: 'test',
    HOLDFAST_DATA: dataDir,
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    GATEWAY_PROCESSES: '3',
    PORT: port,
    CONSOLE_PORT: '0',
    LOG_LEVEL: 'info',
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as unknown, said }));
  const listening = () => lines.filter(({ msg }) => msg === 'listening');
  return { child, lines, listening, ended };
}

/** Which pids are alive. */
const living = (pids: readonly number[]) =>
  pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });

const POLL = { timeout: 60_000 };

describe.runIf(process.platform === 'linux')('gateway processes', () => {
  it('share one port; one that dies is started again, and all end with the first', async () => {
    const { child, lines, listening, ended } = startProduct();
    await expect.poll(() => listening().length, POLL).toBe(3);
    const [first, second] = listening() as [Line, Line];
    expect(new Set(listening().map(({ port }) => port)).size).toBe(1);
    expect(first.pid).toBe(child.pid);
    const address = `http://127.0.0.1:${first.port}/readyz`;
    const ask = () => fetch(address, { headers: { connection: 'close' } }).then(({ status }) => status);
    await expect.poll(ask, POLL).toBe(200);

    // A second product does not slip in beside them.
    const late = await startProduct(String(first.port)).ended;
    expect(late.code).toBe(1);
    expect(late.said).toContain(`Port ${first.port} is taken by another program`);

    process.kill(second.pid, 'SIGKILL');
    await expect.poll(() => listening().length, POLL).toBe(4);
    expect(lines.map(({ msg }) => msg)).toContain('a gateway process has ended and is started again');
    // Whoever connects is answered by those that live, whichever it is.
    for (let nth = 0; nth < 12; nth += 1) expect(await ask()).toBe(200);

    const pids = listening().map(({ pid }) => pid);
    expect(living(pids)).toHaveLength(3);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(living(pids)).toEqual([]);
  }, 180_000);

  it('see a flood together, and say it once', async () => {
    const { child, lines, listening, ended } = startProduct();
    await expect.poll(() => listening().length, POLL).toBe(3);
    const address = `http://127.0.0.1:${listening()[0]?.port}/proxypost`;
    const headers = { connection: 'close', 'content-type': 'application/json' };
    const ask = async () => (await fetch(address, { method: 'POST', body: '{}', headers })).text();
    expect(await ask()).toMatch(/^ERROR/);
    // A third of them comes to each process: less than a flood. Together they are two, because a minute may end in between.
    for (let n = 0; n < 60; n += 1) await Promise.all(Array.from({ length: 10 }, ask));
    const warned = () => lines.filter(({ msg }) => msg === 'a defence is at work');
    await expect.poll(() => warned().length, POLL).toBeGreaterThan(0);
    expect(warned()[0]).toMatchObject({
      kind: 'flood',
      of: expect.stringContaining('holdfast_refusals_total'),
    });
    expect(warned().length).toBeLessThan(3);
    child.kill('SIGTERM');
    await ended;
  }, 180_000);

  it('end with the first one when it is killed', async () => {
    const { child, listening, ended } = startProduct();
    await expect.poll(() => listening().length, POLL).toBe(3);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => living(listening().map(({ pid }) => pid)), POLL).toEqual([]);
  }, 180_000);
});
