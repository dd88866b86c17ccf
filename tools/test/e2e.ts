// `npm run test:e2e [-- <playwright arguments>]`: starts the product on fresh data, runs Playwright against it, stops it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onDatabase, runStatement } from '@holdfast/database';
import { scratchFolder } from '@holdfast/testkit/setup';
import { provideChromium } from '../browser/chromium.ts';
import { ROOT } from '../lib/root.ts';
import { claimPort } from '../product/port.ts';
import { startProduct } from '../product/start-product.ts';
import { toEnvironment } from './browser-environment.ts';
import { BROWSER_DATA, BROWSER_WEB } from './browser-folders.ts';

/** The demo's intro video, shown to members who have not closed it yet. */
const FILM_URL = '/intro.webm';

function runPlaywright(args: string[], env: Record<string, string>): Promise<number> {
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'test', ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    // An interrupted run ends in the usual order: Playwright, then the product, then its database.
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => child.kill(name));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** `--report <file>` is ours and becomes Playwright's JSON reporter beside the readable one. */
function splitArguments(args: readonly string[]): { rest: string[]; report: Record<string, string> } {
  const at = args.indexOf('--report');
  if (at === -1) return { rest: [...args], report: {} };
  const file = args[at + 1] ?? '';
  return {
    rest: [...args.slice(0, at), ...args.slice(at + 2), '--reporter=dot,json'],
    report: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  };
}

type Database = {
  databaseUrl?: string;
  postgres?: { dataDir: string; settings: Record<string, string> };
  drop: () => Promise<void>;
};

/** A new database on the server that TEST_DATABASE_URL names, else a PostgreSQL of our own in a folder of its own. */
async function makeDatabase(): Promise<Database> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server !== undefined) {
    const name = `holdfast_e2e_${process.pid}`;
    await runStatement(server, `create database ${name}`);
    const drop = async (): Promise<void> =>
      void (await runStatement(server, `drop database ${name} with (force)`));
    return { databaseUrl: onDatabase(server, name), drop };
  }
  const folder = mkdtempSync(join(scratchFolder(), 'holdfast-e2e-'));
  chmodSync(folder, 0o711); // when root runs the tests, PostgreSQL runs as another user, who must get through
  return {
    postgres: { dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

const { rest, report } = splitArguments(process.argv.slice(2));
const browser = provideChromium();
console.log(`Chromium: ${browser.executablePath} (${browser.source})`);

const { drop, ...database } = await makeDatabase();
try {
  const log = (line: string): void => console.log(line);
  // The tests speak for addresses of their own, as a reverse proxy would, so that the limits of one address are not theirs.
  // The tests of push listen there themselves, and decrypt what comes.
  const pushService = `http://127.0.0.1:${await claimPort(0, '127.0.0.1')}`;
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    INTRO_VIDEO_URL: FILM_URL,
    PUSH_TEST_SERVICE: pushService,
    // As on a larger machine: a member's next connection may go to another process.
    GATEWAY_PROCESSES: '2',
  };
  const product = await startProduct({
    dataDir: BROWSER_DATA,
    port: 0,
    // As in production: files come from an origin of their own.
    assetsPort: 0,
    mode: 'test',
    ...database,
    webDir: BROWSER_WEB,
    env,
    log,
  });
  try {
    const { url, consoleUrl, databaseUrl, serverLog } = product;
    process.exitCode = await runPlaywright(rest, {
      ...report,
      ...toEnvironment({
        url,
        consoleUrl,
        databaseUrl,
        serverLog,
        browser,
        dataDir: BROWSER_DATA,
        filmUrl: FILM_URL,
        pushService,
      }),
    });
  } finally {
    await product.stop();
  }
} finally {
  await drop();
}
