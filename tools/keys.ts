// `npm run keys:rotate`: the next step of changing the master key of a product on this machine, and with DATABASE_URL and MASTER_KEY(_FILE)
// of any other. Steps: add a new key; start the product anew with both; seal everything anew, beside it; drop the old key. Each is safe to
// repeat, and says which comes next.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseMasterKeys, type MasterKey } from '@holdfast/database';
import { LauncherError, startPostgres } from '@holdfast/postgres';
import { dataDirFrom } from './lib/data-dir.ts';
import { ROOT } from './lib/root.ts';
import { StartError } from './lib/start-error.ts';
import { SERVER_MAIN } from './product/channel-keys.ts';
import { isServerRunning } from './product/previous.ts';

const KEY_ID_MAX = 255;

const dataDir = dataDirFrom(process.env);
const keyFile = join(dataDir, 'secrets', 'master-key');

function readKeys(): MasterKey[] {
  try {
    return parseMasterKeys(readFileSync(keyFile, 'utf8'));
  } catch (cause) {
    throw new StartError(`There are no secrets in ${dataDir}: start the product once.`, { cause });
  }
}

/** Written whole or not at all: without its keys the database is lost. */
function writeKeys(keys: readonly MasterKey[]): void {
  const draft = `${keyFile}.${process.pid}`;
  const lines = keys.map(({ id, bytes }) => `${id}:${bytes.toString('hex')}\n`);
  writeFileSync(draft, lines.join(''), { mode: 0o600, flush: true });
  renameSync(draft, keyFile);
}

/** Runs the server's own command, as the owner of the database, and answers whether nothing is left under another key. */
function sealAnew(databaseUrl: string): Promise<boolean> {
  const env = { HOLDFAST_MODE: 'demo', LOG_LEVEL: 'warn', ...process.env, HOLDFAST_DATA: dataDir };
  const child = spawn(process.execPath, [SERVER_MAIN, '--rotate-keys'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...env, DATABASE_URL: databaseUrl },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code === 0)));
}

async function onDatabase(work: (url: string) => Promise<boolean>): Promise<boolean> {
  const outside = process.env['DATABASE_URL'];
  if (outside !== undefined) return work(outside);
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  try {
    return await work(server.url);
  } finally {
    if (!server.reused) await server.stop(); // a running product's is its own
  }
}

async function main(): Promise<boolean> {
  const isOwnKeys = process.env['MASTER_KEY'] === undefined && process.env['MASTER_KEY_FILE'] === undefined;
  if (!isOwnKeys) return onDatabase(sealAnew);
  const isRunning = isServerRunning(dataDir);
  const [current, old] = readKeys();
  if (current !== undefined && old === undefined) {
    const id = (current.id % KEY_ID_MAX) + 1;
    writeKeys([{ id, bytes: randomBytes(32) }, current]);
    console.log(`Key ${id} is added; new data are sealed under it.`);
    if (isRunning) {
      console.log('Start the product anew, so that it has both keys, and run this again.');
      return true;
    }
  }
  const isDone = await onDatabase(sealAnew);
  const [next] = readKeys();
  if (!isDone || next === undefined) return false;
  if (isRunning) {
    console.log(
      'Both keys stay as long as the product runs: stop it once and run this again, to drop the old one.',
    );
  } else {
    writeKeys([next]);
    console.log(`The old key is gone; key ${next.id} is the only one.`);
  }
  return true;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartError || error instanceof LauncherError)) throw error;
  console.error(`holdfast: ${error.message}`);
  process.exitCode = 1;
}
