// `npm run fuzz [-- <inputs per decoder>]` and `npm run test:sim [-- <how many times longer>]`: tests of `npm test` that can
// look for much longer than a change has to wait for them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './lib/root.ts';
import { StartError } from './lib/start-error.ts';

interface LongRun {
  project: string;
  tests: readonly string[];
  variable: string;
  amount: string;
}

const RUNS: Readonly<Record<string, LongRun>> = {
  fuzz: {
    project: 'unit',
    tests: ['packages/secure-channel/test/fuzz.test.ts', 'packages/contract/src/wire/json.test.ts'],
    variable: 'FUZZ_RUNS',
    amount: '100000',
  },
  sim: { project: 'db', tests: ['packages/ledger/sim'], variable: 'HOLDFAST_SIM', amount: '20' },
};
const TEST_TIMEOUT_MS = 3_600_000;

const [name = '', amount] = process.argv.slice(2);
const run = RUNS[name];
if (run === undefined) throw new StartError(`there is no long run "${name}"`);

const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const args = [vitest, 'run', `--project=${run.project}`, `--testTimeout=${TEST_TIMEOUT_MS}`, ...run.tests];
const env = { ...process.env, [run.variable]: amount ?? run.amount };
process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
