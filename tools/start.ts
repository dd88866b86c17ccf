// `npm start`: the product with its demo world, until Ctrl-C. Every failure that a person can mend is one sentence.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LauncherError } from '@holdfast/postgres';
import { dataDirFrom } from './lib/data-dir.ts';
import { StartError } from './lib/start-error.ts';
import { startProduct, type Product } from './product/start-product.ts';

const PORT_DEFAULT = 3000;

function portFrom(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = Number(env[name] ?? otherwise);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new StartError(`${name} must be a number from 0 to 65535; it is "${String(env[name])}".`);
}

type SignIn = { account: string; password: string; transactionSecret: string; about: string };

type OperatorSignIn = { email: string; password: string; authenticatorSecret: string };

/** The server writes the sign-ins of the demo beside its data; in production there are none. */
function readDemo<T>(dataDir: string, file: string): T[] {
  try {
    return JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as T[];
  } catch {
    return [];
  }
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const dataDir = dataDirFrom(process.env);
  const port = portFrom(process.env, 'PORT', PORT_DEFAULT);

  // From the first moment on: a start that is broken off halfway must not leave PostgreSQL behind.
  let isStopping = false;
  const stopAsked = new Promise<void>((resolve) => {
    const ask = (): void => {
      if (!isStopping) console.log('Stopping...');
      isStopping = true;
      resolve();
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, ask);
  });

  const product = await startProduct({
    dataDir,
    port,
    // The next one, so that two demos on one machine need to be told one number each; any free one where the other is.
    consolePort: portFrom(process.env, 'CONSOLE_PORT', port === 0 ? 0 : port + 1),
    host: process.env['HOST'],
    mode: 'demo',
    databaseUrl: process.env['DATABASE_URL'],
    webDir: process.env['HOLDFAST_WEB'],
    log: (line) => console.log(line),
  });
  if (!isStopping) tellWhere(product, dataDir, performance.now() - startedAt);

  const log = await Promise.race([product.ended, stopAsked]);
  await product.stop();
  if (log !== undefined) throw new StartError(`the server ended by itself. Its log:\n${log}`);
}

function tellWhere({ url, consoleUrl }: Product, dataDir: string, tookMs: number): void {
  console.log(`\nHoldfast is ready after ${(tookMs / 1000).toFixed(1)} s.`);
  console.log(`  member app   ${url}`);
  console.log(`  console      ${consoleUrl}`);
  console.log(`  messages     ${consoleUrl}/messages   SMS and e-mail of the demo`);
  for (const { account, password, transactionSecret, about } of readDemo<SignIn>(
    dataDir,
    'demo-sign-ins.json',
  )) {
    console.log(`  sign in      ${account} / ${password}   transaction code ${transactionSecret}   ${about}`);
  }
  for (const { email, password, authenticatorSecret } of readDemo<OperatorSignIn>(
    dataDir,
    'demo-operators.json',
  )) {
    console.log(`  operator     ${email} / ${password}   authenticator secret ${authenticatorSecret}`);
  }
  console.log(`  data         ${dataDir}\nCtrl-C stops it; the data stay.`);
}

try {
  await main();
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError || error instanceof LauncherError)) throw error;
  console.error(`holdfast: ${error.message}`);
  process.exit(1);
}
