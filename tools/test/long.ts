// `npm run test:long [-- <name> [<amount>]]`: the long runs of tests that `npm test` runs in a small amount, to stay under its six minutes.
// Without a name it lists them and when each was last green.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';
import { changedFiles, findBase } from './git-changes.ts';

interface LongRun {
  covers: string;
  project: string;
  tests: readonly string[];
  variable: string;
  amount: string;
}
interface Green {
  on: string;
  commit: string;
  amount: string;
  seconds: number;
}

const RUNS: Readonly<Record<string, LongRun>> = {
  fuzz: {
    covers: 'every decoder of the channel and of the wire, 100,000 random inputs each',
    project: 'unit',
    tests: ['packages/secure-channel/test/fuzz.test.ts', 'packages/contract/src/wire/json.test.ts'],
    variable: 'FUZZ_RUNS',
    amount: '100000',
  },
  sim: {
    covers: 'the ledger against its model, concurrently and over crashes, twenty times longer',
    project: 'db',
    tests: ['packages/ledger/sim'],
    variable: 'HOLDFAST_SIM',
    amount: '20',
  },
  orders: {
    covers:
      'orders against the table of transitions, whatever two parties, an operator and time do, twenty times longer',
    project: 'db',
    tests: ['apps/server/src/features/orders/model.db.test.ts'],
    variable: 'HOLDFAST_SIM',
    amount: '20',
  },
  races: {
    covers:
      'commands that meet on one order or listing at the same moment, on three servers, 200 rounds of each race',
    project: 'db',
    tests: ['apps/server/sim/races.db.test.ts'],
    variable: 'HOLDFAST_SIM',
    amount: '10',
  },
  week: {
    covers:
      'seven days of members who vanish, servers that die, and a product that stands still; an amount is half a day',
    project: 'db',
    tests: ['apps/server/sim/week'],
    variable: 'HOLDFAST_SIM',
    amount: '14',
  },
};
const TEST_TIMEOUT_MS = 3_600_000;
/** Committed, so that everybody sees when it was last green. */
const RECORD = 'tools/test/long-runs.json';

const readRecord = (): Record<string, Green> =>
  JSON.parse(readFileSync(join(ROOT, RECORD), 'utf8')) as Record<string, Green>;

function list(): void {
  const record = readRecord();
  for (const [name, { covers }] of Object.entries(RUNS)) {
    const green = record[name];
    const when =
      green === undefined
        ? 'never recorded'
        : `green on ${green.on} at ${green.commit} (${green.amount}, ${green.seconds} s)`;
    console.log(`${name.padEnd(6)}${covers}: ${when}`);
  }
}

/** Records a green run, but only of committed files: nobody else could repeat another one. */
function noteGreen(name: string, amount: string, seconds: number): void {
  const commit = findBase(ROOT, 'HEAD');
  if (commit === undefined || changedFiles(ROOT, commit).some((path) => path !== RECORD)) {
    console.log('Green, but not recorded: there are changes that are not committed.');
    return;
  }
  const green: Green = {
    on: new Date().toISOString().slice(0, 10),
    commit: commit.slice(0, 8),
    amount,
    seconds,
  };
  writeFileSync(join(ROOT, RECORD), `${JSON.stringify({ ...readRecord(), [name]: green }, undefined, 2)}\n`);
  console.log(`Green, and recorded in ${RECORD}: commit it.`);
}

function runLong(name: string, asked: string | undefined): number {
  const run = RUNS[name];
  if (run === undefined)
    throw new StartError(`there is no long run "${name}": ${Object.keys(RUNS).join(', ')}`);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', `--project=${run.project}`, `--testTimeout=${TEST_TIMEOUT_MS}`, ...run.tests];
  const amount = asked ?? run.amount;
  const env = { ...process.env, [run.variable]: amount };
  const startedAt = performance.now();
  const status = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1;
  const isLong = Number(amount) >= Number(run.amount);
  if (status === 0 && isLong) noteGreen(name, amount, Math.round((performance.now() - startedAt) / 1000));
  return status;
}

const [name, amount] = process.argv.slice(2);
if (name === undefined) list();
else process.exitCode = runLong(name, amount);
