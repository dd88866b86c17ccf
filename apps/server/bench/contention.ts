import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { defined, minor, type MemberId } from '@holdfast/kernel';
import { issue, post } from '@holdfast/ledger';
import { startPostgres } from '@holdfast/postgres';
import { approve, openBooks, type RunningProduct } from '@holdfast/testkit/setup';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase, type Database } from '#platform/db/db.ts';
import type { Crowd, Rush, RushResult } from './contention-lockers.ts';
import { percentile } from './percentile.ts';
import { startServer } from './server-process.ts';
import { BenchMember } from './trade-member.ts';

/**
 * One listing that 200 members lock at once. `stranger`: how long somebody who has nothing to do with it waits for a balance meanwhile.
 * `hot`: how many locks of the one listing pass in a second, against single-row updates by the bare driver over as many connections as the
 * product has. Ends with a failure when the listing sells more than it has.
 */

const LOCKERS = 200;
/** Who lock other listings before, and not measured: each process of a product that has just started compiles its code and plans its statements. */
const WARM_UP_LOCKERS = [160, 160];
/** What a member of the second level may have in progress. */
const LOCKS_EACH = 3;
/** Fewer than the lockers want, so that an oversell would show. */
const LOCKS_OFFERED = 500;
const QUANTITY = 100_00n;
const LIMIT_MS = 300;
const CONNECTIONS = 16;
const REFERENCE_MS = 2000;
const STRANGERS = 12;
const READ_EVERY_MS = 20;

async function makeListing(database: Database, seller: BenchMember, accountNumber: string): Promise<string> {
  const all = minor('TWD', QUANTITY * BigInt(LOCKS_OFFERED));
  const member: MemberId = await seller.idIn(database);
  const entry = issue({ request: `contention-${seller.account}`, member, coin: 'TWD', quantity: all });
  await approve(database, [entry]);
  await post(database, entry);
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber,
    holderName: '林示範',
  });
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: `${LOCKS_OFFERED * 100}.00`,
    price: '1',
    minQuantity: '100.00',
    maxQuantity: '100.00',
    payWindowMinutes: '15',
    cardIds: [card.id],
  });
  // Many at once, and members of the second level: no call of today gives either.
  await sql`update orders.listing set multi_locks = true where id = ${listing.id}`.execute(database);
  await sql`update member.member set level = 2`.execute(database);
  return listing.id;
}

/** Single-row updates in a second, each in a transaction of its own, by the bare driver. */
async function measureUpdates(url: string): Promise<number> {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) await client.connect();
  const update = { name: 'update', text: 'update public.hot set n = n + 1 where id = $1', values: [1] };
  const endsAt = performance.now() + REFERENCE_MS;
  let updates = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < endsAt; updates += 1) await client.query(update);
    }),
  );
  for (const client of clients) await client.end();
  return (updates * 1000) / REFERENCE_MS;
}

/** How long reads of balances take until `ended`, one at a time. */
async function readUntil(ended: Promise<unknown>, strangers: readonly BenchMember[]): Promise<number[]> {
  const tookMs: number[] = [];
  const over = new AbortController();
  void ended.finally(() => over.abort());
  for (let reads = 0; !over.signal.aborted; reads += 1) {
    const stranger = defined(strangers[reads % strangers.length], 'there are strangers');
    const startedAt = performance.now();
    const { errorCode } = await stranger.ask('/member/balanceinfo', {});
    if (errorCode !== 0) console.error(`a stranger's read was refused: ${errorCode}`);
    tookMs.push(performance.now() - startedAt);
    await sleep(READ_EVERY_MS);
  }
  return tookMs;
}

function nextMessage<T>(worker: Worker): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** What was sold, what is left, and what the escrows hold, all of which must agree. */
async function findOversell(
  database: Database,
  listingId: string,
  locks: number,
): Promise<string | undefined> {
  const { rows } = await sql<{
    sold: bigint;
    orders: number;
    remaining: bigint;
    locked: bigint;
    escrow: bigint;
  }>`
    select coalesce(sum(o.quantity), 0)::bigint as sold, count(*)::int as orders, l.remaining, l.locked,
           (select coalesce(sum(balance), 0)::bigint from ledger.account a join orders.orders e on a.owner_id = e.id::text
              where a.kind = 'order_escrow' and e.listing_id = l.id) as escrow
    from orders.listing l left join orders.orders o on o.listing_id = l.id where l.id = ${listingId}
    group by l.id`.execute(database);
  const found = defined(rows[0], 'the listing');
  const isRight =
    found.sold <= QUANTITY * BigInt(LOCKS_OFFERED) &&
    found.sold === found.locked &&
    found.sold === found.escrow &&
    found.sold + found.remaining === QUANTITY * BigInt(LOCKS_OFFERED) &&
    found.orders === locks;
  return isRight ? undefined : Object.entries(found).join('; ');
}

const print = (name: string, ratio: number, more: object) =>
  console.log(JSON.stringify({ bench: 'contention', case: name, ratio: Number(ratio.toFixed(3)), ...more }));

async function run(url: string, product: RunningProduct): Promise<void> {
  const database = openDatabase({ url: product.databaseUrl, name: 'bench', onIdleError: () => {} });
  const books = openBooks(product);
  const crowd = new Worker(new URL('contention-lockers.ts', import.meta.url), {
    workerData: { url, product, rushes: [...WARM_UP_LOCKERS, LOCKERS] } satisfies Crowd,
  });
  try {
    await nextMessage(crowd);
    const [seller, ...strangers] = await Promise.all(
      Array.from({ length: 1 + STRANGERS }, () => BenchMember.register(url, books)),
    );
    const prepareRush = async (listingId: string) => {
      crowd.postMessage({ listingId, quantity: '100.00', locksEach: LOCKS_EACH } satisfies Rush);
      await nextMessage(crowd);
    };
    const letRush = () => {
      const result = nextMessage<RushResult>(crowd);
      crowd.postMessage('go');
      return result;
    };
    for (const [nth, other] of strangers.slice(0, WARM_UP_LOCKERS.length).entries()) {
      await prepareRush(await makeListing(database.db, other, `9000000000001${nth}`));
      await letRush();
    }
    const listingId = await makeListing(database.db, defined(seller, 'a seller'), '90000000000002');
    await sql`create table public.hot (id int primary key, n bigint not null)`.execute(database.db);
    await sql`insert into public.hot values (1, 0)`.execute(database.db);
    const before = await measureUpdates(product.databaseUrl);
    await prepareRush(listingId);
    const rush = letRush();
    const reads = await readUntil(rush, strangers);
    const { locks, seconds, refused } = await rush;
    const reference = (before + (await measureUpdates(product.databaseUrl))) / 2;
    const p99 = percentile(reads, 0.99);
    const [p50, max] = [percentile(reads, 0.5), Math.max(...reads)].map(Math.round);
    print('stranger', LIMIT_MS / p99, {
      ours: Math.round(p99),
      reference: LIMIT_MS,
      unit: 'ms',
      reads: reads.length,
      p50,
      max,
    });
    const ours = locks / seconds;
    const figures = { ours: Math.round(ours), reference: Math.round(reference), unit: 'locks/s, updates/s' };
    print('hot', ours / reference, { ...figures, locks, offered: LOCKS_OFFERED, refused });
    const oversell = await findOversell(database.db, listingId, locks);
    if (oversell !== undefined) {
      console.error(`the listing, its orders and their escrows do not agree: ${oversell}`);
      process.exitCode = 1;
    }
  } finally {
    await crowd.terminate();
    await books.close();
    await database.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { url, stop } = await startServer(postgres.url, folder);
try {
  await run(url, { databaseUrl: postgres.url, dataDir: folder });
} finally {
  await stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
