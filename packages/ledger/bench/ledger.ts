import { randomUUID } from 'node:crypto';
import {
  cloneDatabase,
  ensureTemplate,
  openDatabase,
  provideAppLogin,
  runStatement,
  type Database,
} from '@holdfast/database';
import { assert, minor, toOrderId, type MemberId } from '@holdfast/kernel';
import { approve, startTestServer } from '@holdfast/testkit/setup';
import { feeAccount, issue, memberAccount, post, postMany, type Entry } from '../src/index.ts';
import { anyOf, makeTpcb, openTpcb } from './tpcb.ts';

/**
 * What a posting costs: an entry of three lines between two members and a fee shard, the shape of a finished trade, through the
 * ledger's API, against a TPC-B transaction by the bare driver. Both commit durably (fsync on) on the same PostgreSQL, one after
 * the other in each round; the ratio is the median of the rounds' ratios, so what else the machine does hits both. The server is reached and
 * scheduled as one on another machine would be, so that the figures say what a posting costs and not how the product starts its own
 * (docs/decisions/0230-the-embedded-database-waits-for-its-turn.md).
 *
 *   8, 32                  that many callers, one entry for each statement
 *   cpu-8, cpu-32          the same with synchronous_commit = off on both sides: what a posting costs without the disk's fsync
 *   8-prepared             the same against TPC-B with its statements prepared, as our own pool prepares its own
 *   8-transfer             an entry of two lines, no fee, against the prepared one
 *   batch                  8 callers, postMany with 100 entries for each statement; counted in entries
 */
const ROUNDS = 7;
const ROUND_MS = 1000;
const MEMBERS = 20_000;
const BATCH = 100;
/** Each entry looks for its lines among those of its batch, so more of them cost more each. */
const FUNDED_AT_ONCE = 250;
/** The product's pools have 16 connections at most, so 32 callers are two processes' worth of them. */
const POOLS = 2;
const WORKERS_MAX = 32;

type Run = (worker: number) => Promise<unknown>;

/** Finished runs per second while `workers` callers each wait for their own. */
async function measure(run: Run, workers: number): Promise<number> {
  const begin = performance.now();
  let done = 0;
  const work = async (worker: number) => {
    while (performance.now() - begin < ROUND_MS) {
      await run(worker);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return (done * 1000) / (performance.now() - begin);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The address of sessions that do not wait for the disk when they commit. Of the bench only: the product always waits. */
function withoutWaiting(address: string): string {
  const url = new URL(address);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return url.href;
}

const member = (index: number) => String(index) as MemberId;

let orders = 0;
function anyEntry(fee: bigint): Entry {
  orders += 1;
  const order = toOrderId(String(orders));
  const from = anyOf(MEMBERS);
  const to = (from % MEMBERS) + 1;
  return {
    reference: `order:${order}:finish:1`,
    kind: 'order.finish',
    coin: 'TWD',
    lines: [
      { account: memberAccount(member(from), 'available', 'TWD'), amount: -1000n },
      { account: memberAccount(member(to), 'available', 'TWD'), amount: 1000n - fee },
      ...(fee === 0n ? [] : [{ account: feeAccount(order, 'TWD'), amount: fee }]),
    ],
  };
}
const anyTransfer = () => anyEntry(0n);
const anyTrade = () => anyEntry(1n);

async function fund(db: Database, owner: Database): Promise<void> {
  for (let first = 1; first <= MEMBERS; first += FUNDED_AT_ONCE) {
    const entries = Array.from({ length: FUNDED_AT_ONCE }, (_, i) =>
      issue({
        request: `bench-${first + i}`,
        member: member(first + i),
        coin: 'TWD',
        quantity: minor('TWD', 10n ** 12n),
      }),
    );
    await approve(owner, entries);
    assert((await postMany(db, entries)).ok, 'every member gets its money');
  }
}

const server = await startTestServer({
  settings: {
    shared_buffers: '512MB',
    max_connections: '150',
    min_wal_size: '2GB',
    max_wal_size: '8GB',
    checkpoint_timeout: '1h',
  },
  scheduling: 'ordinary',
});
try {
  const { url } = await cloneDatabase(server.url, await ensureTemplate(server.url), 'bench');
  const appUrl = await provideAppLogin({ ownerUrl: url, login: { keyId: 1, password: randomUUID() } });
  const openPools = (address: string) =>
    Array.from({ length: POOLS }, () => openDatabase({ url: address, name: 'bench', onIdleError: () => {} }));
  const [pools, lazyPools] = [openPools(appUrl), openPools(withoutWaiting(appUrl))];
  const dbOf = (worker: number, of = pools) => (of[worker % POOLS] as (typeof pools)[number]).db;
  const owner = openDatabase({ url, name: 'bench-owner', max: 1, onIdleError: () => {} });
  await fund(dbOf(0), owner.db);
  await owner.close();
  await runStatement(url, 'vacuum analyze');
  await makeTpcb(server.url);
  const [tpcb, lazyTpcb] = [
    await openTpcb(server.url, WORKERS_MAX),
    await openTpcb(withoutWaiting(server.url), WORKERS_MAX),
  ];

  const one =
    (make: () => Entry, of = pools): Run =>
    async (worker) =>
      assert((await post(dbOf(worker, of), make())).ok, 'every entry is funded');
  const many: Run = async (worker) =>
    assert(
      (await postMany(dbOf(worker), Array.from({ length: BATCH }, anyTrade))).ok,
      'every trade is funded',
    );
  for (const [name, workers, run, each, reference] of [
    ['8', 8, one(anyTrade), 1, tpcb.plain],
    ['32', 32, one(anyTrade), 1, tpcb.plain],
    ['cpu-8', 8, one(anyTrade, lazyPools), 1, lazyTpcb.plain],
    ['cpu-32', 32, one(anyTrade, lazyPools), 1, lazyTpcb.plain],
    ['8-prepared', 8, one(anyTrade), 1, tpcb.prepared],
    ['8-transfer', 8, one(anyTransfer), 1, tpcb.prepared],
    ['batch', 8, many, BATCH, tpcb.plain],
  ] as const) {
    const rounds: { ours: number; theirs: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = each * (await measure(run, workers));
      const theirs = await measure(reference, workers);
      if (round > 0) rounds.push({ ours, theirs }); // the first one warms caches and plans
    }
    const line = {
      bench: 'ledger',
      case: name,
      ratio: Number(median(rounds.map(({ ours, theirs }) => ours / theirs)).toFixed(2)),
      ours: Math.round(median(rounds.map(({ ours }) => ours))),
      reference: Math.round(median(rounds.map(({ theirs }) => theirs))),
      unit: 'entries/s vs transactions/s',
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  await Promise.all([tpcb, lazyTpcb, ...pools, ...lazyPools].map((each) => each.close()));
} finally {
  await server.stop();
}
