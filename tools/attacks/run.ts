// `npm run test:attacks [-- <part of a file's name> ...]`: starts the product on fresh data, runs every attack of this folder against it,
// prints one line each, and fails while one succeeds.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deriveAppLogin, parseMasterKeys, provideAppLogin } from '@holdfast/database';
import { scratchFolder } from '@holdfast/testkit/setup';
import { ROOT } from '../lib/root.ts';
import { claimPort } from '../product/port.ts';
import { startProduct } from '../product/start-product.ts';
import type { Attack, Target } from './attack.ts';

const DATA = join(ROOT, '.data', 'attacks');
const FILE = /\.attack\.ts$/;

async function readAttacks(wanted: readonly string[]): Promise<Attack[]> {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => FILE.test(file) && (wanted.length === 0 || wanted.some((part) => file.includes(part))),
  );
  const modules = await Promise.all(
    files
      .toSorted()
      .map(
        (file) => import(pathToFileURL(join(import.meta.dirname, file)).href) as Promise<{ attack: Attack }>,
      ),
  );
  return modules.map(({ attack }) => attack);
}

/** The login that the product itself uses, from the secrets of its data folder. */
function appUrlOf(ownerUrl: string): Promise<string> {
  const [key] = parseMasterKeys(readFileSync(join(DATA, 'secrets', 'master-key'), 'utf8'));
  if (key === undefined) throw new Error('the product has made no master key');
  return provideAppLogin({ ownerUrl, login: deriveAppLogin(key.id, key.bytes) });
}

/** Runs one attack; what it throws is neither a refusal nor a success but a fault of the attack, and fails the run. */
async function runAttack(attack: Attack, target: Target): Promise<boolean> {
  const { name } = attack;
  const outcome = await attack.run(target).catch((error: unknown) => `did not run: ${String(error)}`);
  console.log(outcome === 'refused' ? `refused    ${name}` : `SUCCEEDED  ${name}: ${outcome}`);
  return outcome === 'refused';
}

const attacks = await readAttacks(process.argv.slice(2));
const folder = mkdtempSync(join(scratchFolder(), 'holdfast-attacks-'));
chmodSync(folder, 0o711); // when root runs the attacks, PostgreSQL runs as another user, who must get through
try {
  const metricsPort = await claimPort(0, '127.0.0.1');
  const product = await startProduct({
    dataDir: DATA,
    port: 0,
    assetsPort: 0,
    mode: 'test',
    postgres: { dataDir: join(folder, 'postgres'), settings: { fsync: 'off' } },
    webDir: join(DATA, 'web'),
    // Two processes, because an attacker would use whatever they count apart.
    env: { TRUSTED_PROXIES: '127.0.0.1', METRICS_PORT: String(metricsPort), GATEWAY_PROCESSES: '2' },
  });
  try {
    const { url, databaseUrl, serverLog } = product;
    const appUrl = await appUrlOf(databaseUrl);
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const target = { url, metricsUrl, databaseUrl, dataDir: DATA, serverLog, appUrl };
    let refused = 0;
    for (const attack of attacks) if (await runAttack(attack, target)) refused += 1;
    console.log(`${refused} of ${attacks.length} attacks refused`);
    if (refused < attacks.length || attacks.length === 0) process.exitCode = 1;
  } finally {
    await product.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
