import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined, minor, toListingId, toMemberId, toOrderId } from '@holdfast/kernel';
import { issue, lock, postMany, publish, reconcile, type Entry } from '@holdfast/ledger';
import { startPostgres } from '@holdfast/postgres';
import { approve } from '@holdfast/testkit/setup';
import { sql } from 'kysely';
import { openDatabase, type Database } from '#platform/db/db.ts';
import { plantLiveOrders } from './live-orders.ts';
import { startServer } from './server-process.ts';

/**
 * Deadlines that are due at once, as after a long stop: half of them end the time to pay, half the time of grace, whose coin goes back. Three
 * servers fire them; one is killed after a third of them and another one after two thirds. Measured is the time until the last one has fired, by the database's clock.
 * It fails unless each has fired once, none early, and the books are sound.
 */

const DEADLINES = 10_000;
const SECONDS_MAX = 60;
const MEMBERS = 2000;
const QUANTITY = 100n;
/** Entries of one statement. */
const BATCH = 200;
const POLL_MS = 100;
/** When nothing fires any more, the run is over too. */
const STALLED_MS = 60_000;

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const payeeOf = (order: number) => toMemberId(BigInt(1 + (order % (MEMBERS / 2))));

async function postAll(owner: Database, entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += BATCH) {
    const result = await postMany(owner, entries.slice(from, from + BATCH));
    if (!result.ok) throw new Error(`the ledger refused: ${result.refuse}`);
  }
}

/** Orders with their members, listings, clocks and coins, all of them due tomorrow. */
async function seed(owner: Database): Promise<void> {
  await plantLiveOrders(owner, { orders: DEADLINES, members: MEMBERS, quantity: QUANTITY });
  const coins = { coin: 'TWD', quantity: minor('TWD', QUANTITY) } as const;
  const funds = numbers(MEMBERS / 2).map((id) =>
    issue({
      request: `bench-${id}`,
      member: toMemberId(BigInt(id)),
      coin: 'TWD',
      quantity: minor('TWD', (QUANTITY * BigInt(DEADLINES * 2)) / BigInt(MEMBERS)),
    }),
  );
  await approve(owner, funds);
  await postAll(owner, funds);
  const orders = numbers(DEADLINES);
  await postAll(
    owner,
    orders.map((n) => publish({ listing: toListingId(BigInt(n)), version: 1, owner: payeeOf(n), ...coins })),
  );
  await postAll(
    owner,
    orders.map((n) =>
      lock({ order: toOrderId(BigInt(n)), version: 1, payee: payeeOf(n), from: 'listing_reserve', ...coins }),
    ),
  );
  await sql`analyze`.execute(owner);
}

/** Makes every clock due in one moment, and returns it. */
async function makeDue(owner: Database): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    with moved as (update orders.timer set due_at = now() + interval '1 second' returning due_at)
    select max(due_at) as at from moved`.execute(owner);
  return defined(rows[0], 'there are clocks').at;
}

async function countFired(owner: Database, dueAt: Date): Promise<{ fired: number; seconds: number }> {
  const { rows } = await sql<{ fired: number; seconds: number }>`
    select count(*)::int as fired, extract(epoch from clock_timestamp() - ${dueAt}::timestamptz)::float as seconds
    from orders.event`.execute(owner);
  return defined(rows[0], 'a count is a row');
}

/** Waits until all have fired. Each of `kills` runs once, after its part of them: with two of them, after a third and after two thirds. */
async function untilAllFired(
  owner: Database,
  dueAt: Date,
  kills: readonly ((fired: number) => void)[],
): Promise<number> {
  let killed = 0;
  let last = { fired: 0, at: performance.now() };
  for (;;) {
    const { fired, seconds } = await countFired(owner, dueAt);
    if (killed < kills.length && fired >= (DEADLINES * (killed + 1)) / (kills.length + 1)) {
      kills[killed]?.(fired);
      killed += 1;
    }
    if (fired > last.fired) last = { fired, at: performance.now() };
    if (fired >= DEADLINES || performance.now() - last.at > STALLED_MS) return seconds;
    await sleep(POLL_MS);
  }
}

/** What went wrong; empty when each deadline fired once and none early. */
async function findMistakes(owner: Database, dueAt: Date): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as events, count(distinct order_id)::int as orders,
      count(*) filter (where at < ${dueAt}::timestamptz)::int as early,
      count(*) filter (where transition = 'T9' and order_id % 2 = 0 or transition = 'T11' and order_id % 2 = 1)::int as right,
      (select count(*)::int from inbox.message) as notices,
      (select count(*)::int from ledger.entry where kind = 'order.cancel') as cancels
    from orders.event`.execute(owner);
  const { events, orders, early, right, notices, cancels } = defined(rows[0], 'a count is a row');
  const expected = {
    events: DEADLINES,
    orders: DEADLINES,
    early: 0,
    right: DEADLINES,
    notices: DEADLINES * 2,
    cancels: DEADLINES / 2,
  };
  const counted: Readonly<Record<string, number | undefined>> = {
    events,
    orders,
    early,
    right,
    notices,
    cancels,
  };
  const wrong = Object.entries(expected)
    .filter(([name, count]) => counted[name] !== count)
    .map(([name, count]) => `${name}: ${counted[name]} instead of ${count}`);
  const findings = await reconcile(owner);
  return [...wrong, ...findings.map((finding) => `the ledger: ${JSON.stringify(finding)}`)];
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const owner = openDatabase({
  url: postgres.url,
  name: 'bench',
  onIdleError: () => {},
  timeouts: { statement: 120_000 },
});
try {
  const survivor = await startServer(postgres.url, folder); // migrates
  await seed(owner.db);
  const victims = [await startServer(postgres.url, folder), await startServer(postgres.url, folder)];
  const dueAt = await makeDue(owner.db);
  const killedAfter: number[] = [];
  const kills = victims.map((victim) => (fired: number) => {
    killedAfter.push(fired);
    victim.kill();
  });
  const seconds = await untilAllFired(owner.db, dueAt, kills);
  const mistakes = await findMistakes(owner.db, dueAt);
  console.log(
    JSON.stringify({
      bench: 'timers',
      case: 'due',
      ratio: Number((SECONDS_MAX / seconds).toFixed(3)),
      seconds: Number(seconds.toFixed(1)),
      deadlines: DEADLINES,
      killedAfter,
      ...(mistakes.length > 0 && { mistakes }),
    }),
  );
  if (mistakes.length > 0) process.exitCode = 1;
  await survivor.stop();
} finally {
  await owner.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
