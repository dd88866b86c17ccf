// `npm run bench:felt [-- --against <commit>] [--runs N] [--waterfall]`: what a member waits for, on a mid-range phone with a slow network.
// `login`: from the navigation until the app answers what is done in the sign-in form; `shown`: until that can be seen and typed into.
// `home`: from the tap that signs in until home shows everything.
// With `--against` both products run and are measured in turns, so that a busy machine slows both alike; `ratio` is before / now.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stopPostgres } from '@holdfast/postgres';
import { type Browser, chromium } from '@playwright/test';
import { provideChromium } from '../browser/chromium.ts';
import { dataDirFrom } from '../lib/data-dir.ts';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';
import { startProcess } from '../test/start-process.ts';
import { checkOut, resolveCommit } from './checkout.ts';
import { median } from './median.ts';
import { type Measured, type Member, visit } from './felt-visits.ts';
import { tellWaterfall } from './waterfall.ts';

const CASES = {
  login: { reach: 2.5, aim: 1.8 },
  home: { reach: 2.2, aim: undefined },
} as const;
type Case = keyof typeof CASES;
const NAMES = Object.keys(CASES) as Case[];
const RATIO_REACH = 1.5;
const STOP_MS = 20_000;

const { values: asked } = parseArgs({
  options: {
    against: { type: 'string' },
    runs: { type: 'string', default: '5' },
    waterfall: { type: 'boolean', default: false },
  },
});

/** Clean-up steps, run in reverse order at the end and on an interrupt. */
const undo: (() => unknown)[] = [];
let cleaning = Promise.resolve();
/** Runs the clean-up steps one after the other, including those added meanwhile. */
function cleanUp(): Promise<void> {
  const before = cleaning;
  const undoAll = async (): Promise<void> => {
    await before;
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  };
  cleaning = undoAll();
  return cleaning;
}

type Product = { url: string; member: Member; measured: Record<Case, Measured[]> };

async function startProduct(name: string, root: string, folder: string): Promise<Product> {
  const dataDir = join(folder, `${name}-data`);
  mkdirSync(dataDir, { mode: 0o711 }); // when root measures, PostgreSQL runs as another user, who must get through
  const run = startProcess(dataDir, { PORT: '0' }, root);
  undo.push(async () => {
    run.child.kill('SIGINT');
    const timer = setTimeout(() => run.child.kill('SIGKILL'), STOP_MS);
    await run.exited;
    clearTimeout(timer);
    await stopPostgres(join(dataDir, 'postgres'));
  });
  const url = await run.url;
  const members = JSON.parse(readFileSync(join(dataDir, 'demo-sign-ins.json'), 'utf8')) as Member[];
  const member = members.find(({ account }) => account === 'demobuyer1');
  if (member === undefined) throw new Error('the demo world has no buyer');
  return { url, member, measured: { login: [], home: [] } };
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
const secondsOf = (all: readonly Measured[]): number => median(all.map(({ ms }) => ms)) / 1000;
/** Left out of the JSON where there is none. */
const shownOf = (all: readonly Measured[]): number | undefined => {
  const times = all.flatMap(({ shownMs }) => shownMs ?? []);
  return times.length > 0 ? rounded(median(times) / 1000, 2) : undefined;
};
/** The worst, not the median: what moves under somebody's finger once in five visits is a fault. */
const shiftOf = (all: readonly Measured[]): number => rounded(Math.max(...all.map(({ cls }) => cls)), 3);

function tell(name: Case, now: Product, before: Product | undefined): void {
  const { reach, aim } = CASES[name];
  const [ours, cls] = [secondsOf(now.measured[name]), shiftOf(now.measured[name])];
  const line = { bench: 'felt', case: name };
  const shown = shownOf(now.measured[name]);
  console.log(JSON.stringify({ ...line, seconds: rounded(ours, 2), shown, cls, reach, ...(aim && { aim }) }));
  if (!before) return;
  const theirs = secondsOf(before.measured[name]);
  const ratio = rounded(theirs / ours, 2);
  const both = { now: rounded(ours, 2), before: rounded(theirs, 2), unit: 's', reach: RATIO_REACH };
  const clsBefore = shiftOf(before.measured[name]);
  console.log(JSON.stringify({ ...line, ratio, ...both, cls, clsBefore, against: asked.against }));
}

/** One round more than is counted: the first warms up the servers and the browser. */
async function measure(browser: Browser, products: readonly Product[], rounds: number): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    // The second product may benefit from a warmer machine, so the order alternates.
    const order = round % 2 === 0 ? products : products.toReversed();
    for (const { url, member, measured } of order) {
      const result = await visit(browser, url, member);
      if (round > 0) for (const name of NAMES) measured[name].push(result[name]);
    }
  }
}

async function main(): Promise<void> {
  const rounds = Number(asked.runs);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new StartError('--runs must be a whole number from 1 on.');
  const commit = asked.against === undefined ? undefined : await resolveCommit(asked.against);

  const base = join(dataDirFrom(process.env), 'bench');
  mkdirSync(base, { recursive: true });
  const folder = mkdtempSync(join(base, 'felt-'));
  chmodSync(folder, 0o711);
  undo.push(() => rmSync(folder, { recursive: true, force: true }));

  const now = await startProduct('now', ROOT, folder);
  let before: Product | undefined;
  if (commit !== undefined) {
    const checkedOut = checkOut(commit, join(folder, 'before'));
    undo.push(() => checkedOut.catch(() => {})); // npm may still be writing there
    await checkedOut;
    before = await startProduct('before', join(folder, 'before'), folder);
  }
  const { executablePath, args, env } = provideChromium();
  const handles = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({
    executablePath,
    args,
    env: { ...process.env, ...env },
    ...handles,
  });
  undo.push(() => browser.close());
  await measure(browser, before ? [now, before] : [now], rounds);
  for (const name of NAMES) tell(name, now, before);
  if (!asked.waterfall) return;
  for (const name of NAMES)
    for (const { waterfall } of now.measured[name].slice(-1)) tellWaterfall(name, waterfall);
}

let isBrokenOff = false;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(name, () => {
    isBrokenOff = true; // the interrupted visit fails because of this; its error is not shown
    void cleanUp();
  });
try {
  await main();
} catch (error) {
  if (!isBrokenOff && !(error instanceof StartError)) throw error;
  if (!isBrokenOff) console.error(`holdfast: ${(error as StartError).message}`);
  process.exitCode = isBrokenOff ? 130 : 1;
} finally {
  await cleanUp();
}
