// `npm run bench:trade`: whole trades through the proxy (apps/server/bench/trade.ts), and the round trips of each command to the database.
// `-- --against <commit>` checks that commit out beside this one and lets both trade in turns.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countRoundTrips } from '@holdfast/testkit/setup';
import { ROOT } from '../lib/root.ts';
import { StartError } from '../lib/start-error.ts';
import { checkOut, foreignEnvironment, resolveCommit } from './checkout.ts';

const BENCH = join('apps', 'server', 'bench');
const SIDE = join(BENCH, 'trade-side.ts');
/** What the load of both commits runs on. */
const COPIED = [SIDE, join(BENCH, 'light-fetch.ts')];

const PAIRS = 64;
/** Processes compile their code, and up to 36 connections make their plans: the first ten seconds become faster from turn to turn. */
const WARM_UP_SECONDS = 15;
/** Together 20 seconds a side. */
const [TURNS, TURN_SECONDS] = [4, 5];
const RATIO_REACH = 2;

const COMMANDS = ['lock', 'paid', 'release'] as const;
/** The server also polls by itself, several times a second: of so many rounds, one meets no poll. */
const ROUNDS = 48;
/** After an answer the relay still works for the command. */
const AFTER_MS = 100;
/** Each round waits a little longer than the one before, so that no rhythm of the bench makes every round meet the same poll. */
const LATER_MS = 7;
const ROUND_TRIPS_REACH = 12;

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;

/** A product with its load, in a process of its own. */
class Side {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(root: string, folder: string): Promise<Side> {
    mkdirSync(folder);
    const child = fork(join(root, SIDE), [folder], { cwd: root, env: foreignEnvironment() });
    const side = new Side(child);
    await side.#answer();
    return side;
  }

  async #answer<T>(): Promise<T> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const [message] = (await Promise.race([
      once(this.#child, 'message', { signal }),
      once(this.#child, 'exit', { signal }).then(() => [{ error: 'its process has ended' }]),
    ]).finally(() => waiting.abort())) as [{ result?: T; error?: string }];
    if (message.error !== undefined) throw new Error(`one side of the benchmark: ${message.error}`);
    return message.result as T;
  }

  /** Ends it with its product. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }

  ask<T>(action: string, value?: unknown): Promise<T> {
    const answer = this.#answer<T>();
    this.#child.send({ action, value });
    return answer;
  }
}

type RoundTrips = Record<(typeof COMMANDS)[number], number>;

/** How often a server waits for its database for one command that runs alone, what the relay does after it included. */
async function countTrips(side: Side): Promise<RoundTrips> {
  const trips = await countRoundTrips(await side.ask<string>('database'));
  await side.ask('restart', trips.url);
  await side.ask('pairs', 1);
  const fewest: RoundTrips = { lock: Infinity, paid: Infinity, release: Infinity };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const command of COMMANDS) {
      await sleep(round * LATER_MS);
      const before = trips.count();
      await side.ask(command);
      await sleep(AFTER_MS);
      fewest[command] = Math.min(fewest[command], trips.count() - before);
    }
  }
  return fewest;
}

async function measureTurns(now: Side, before: Side): Promise<{ now: number; before: number }> {
  const sides = [now, before].map((side) => ({ side, trades: 0, ms: 0 }));
  for (const { side } of sides) {
    await side.ask('pairs', PAIRS);
    await side.ask('trade', WARM_UP_SECONDS);
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    // Whoever comes second finds a warmer machine, so the order alternates.
    for (const each of turn % 2 === 0 ? sides : sides.toReversed()) {
      const { trades, ms } = await each.side.ask<{ trades: number; ms: number }>('trade', TURN_SECONDS);
      each.trades += trades;
      each.ms += ms;
    }
  }
  const [ours, theirs] = sides.map(({ trades, ms }) => (trades * 1000) / ms) as [number, number];
  return { now: ours, before: theirs };
}

function tell(name: string, figures: object): void {
  console.log(JSON.stringify({ bench: 'trade', case: name, ...figures }));
}

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
const tripsRatio = (trips: RoundTrips) => rounded(ROUND_TRIPS_REACH / Math.max(...Object.values(trips)), 2);

async function runTradeCase(): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, BENCH, 'trade.ts')], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new StartError('the case "trade" has failed.');
}

async function main(folder: string): Promise<void> {
  const commit = against === undefined ? undefined : await resolveCommit(against);
  if (commit === undefined) await runTradeCase();
  const now = await Side.start(ROOT, join(folder, 'now'));
  if (commit === undefined) {
    const trips = await countTrips(now);
    tell('round-trips', { ratio: tripsRatio(trips), reach: 1, ...trips, unit: 'round trips' });
    await now.stop();
    return;
  }
  const root = join(folder, 'checkout');
  await checkOut(commit, root);
  for (const file of COPIED) copyFileSync(join(ROOT, file), join(root, file));
  const before = await Side.start(root, join(folder, 'before'));
  const speed = await measureTurns(now, before);
  tell('against', {
    ratio: rounded(speed.now / speed.before, 2),
    now: rounded(speed.now, 1),
    before: rounded(speed.before, 1),
    unit: 'trades/s',
    pairs: PAIRS,
    reach: RATIO_REACH,
    against,
  });
  const trips = { now: await countTrips(now), before: await countTrips(before) };
  tell('round-trips', { ratio: tripsRatio(trips.now), reach: 1, ...trips, unit: 'round trips' });
  await Promise.all([now.stop(), before.stop()]);
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-trade-'));
try {
  await main(folder);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`holdfast: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
