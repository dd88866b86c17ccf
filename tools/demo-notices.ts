// `npm run demo:notices -- <account> [type|all] [seconds]`: sends a member of the demo on this machine a notification of a type, or of each type, one
// every few seconds. The product runs beside it (`npm start`), so that the open app and push tell of them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { LauncherError, startPostgres } from '@holdfast/postgres';
import { dataDirFrom } from './lib/data-dir.ts';
import { ROOT } from './lib/root.ts';
import { SERVER_MAIN } from './product/channel-keys.ts';

const dataDir = dataDirFrom(process.env);

/** Runs the server's own command. */
function send(databaseUrl: string): Promise<number> {
  const env = { HOLDFAST_MODE: 'demo', LOG_LEVEL: 'warn', ...process.env, HOLDFAST_DATA: dataDir };
  const child = spawn(process.execPath, [SERVER_MAIN, '--demo-notices', ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...env, DATABASE_URL: databaseUrl },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

async function main(): Promise<number> {
  const outside = process.env['DATABASE_URL'];
  if (outside !== undefined) return send(outside);
  const server = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  try {
    return await send(server.url);
  } finally {
    if (!server.reused) await server.stop(); // a running product's is its own
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof LauncherError)) throw error;
  console.error(`holdfast: ${error.message}`);
  process.exitCode = 1;
}
