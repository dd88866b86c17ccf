// `npm run test:e2e [-- <playwright arguments>]`: starts the product on fresh data, runs Playwright against it, stops it.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from '../browser/chromium.ts';
import { ROOT } from '../lib/root.ts';
import { startProduct } from '../product/start-product.ts';
import { toEnvironment } from './browser-environment.ts';

/** Secrets and the built app stay between runs, so that an unchanged app is not built again; the database is new. */
const DATA = join(ROOT, '.data', 'test');

function runPlaywright(args: string[], env: Record<string, string>): Promise<number> {
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'test', ...args], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** `--report <file>` is ours and becomes Playwright's JSON reporter beside the readable one. */
function splitArguments(args: readonly string[]): { rest: string[]; env: Record<string, string> } {
  const at = args.indexOf('--report');
  if (at === -1) return { rest: [...args], env: {} };
  const file = args[at + 1] ?? '';
  return {
    rest: [...args.slice(0, at), ...args.slice(at + 2), '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  };
}

const { rest, env } = splitArguments(process.argv.slice(2));
const browser = provideChromium();
console.log(`Chromium: ${browser.executablePath} (${browser.source})`);

// PostgreSQL runs as another user when root runs the tests, and that user must be able to reach its folder.
const database = mkdtempSync(join(tmpdir(), 'holdfast-e2e-'));
chmodSync(database, 0o711);
try {
  const product = await startProduct({
    dataDir: DATA,
    port: 0,
    mode: 'test',
    databaseUrl: process.env['TEST_DATABASE_URL'],
    postgres: { dataDir: join(database, 'postgres'), settings: { fsync: 'off' } },
    webDir: join(DATA, 'web'),
    log: (line) => console.log(line),
  });
  try {
    const { url, databaseUrl } = product;
    process.exitCode = await runPlaywright(rest, { ...env, ...toEnvironment({ url, databaseUrl, browser }) });
  } finally {
    await product.stop();
  }
} finally {
  rmSync(database, { recursive: true, force: true });
}
