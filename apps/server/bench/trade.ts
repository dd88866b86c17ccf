import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  defined,
  feeMinor,
  FEE_BASIS_POINTS,
  minor,
  toListingId,
  toMemberId,
  toOrderId,
} from '@holdfast/kernel';
import { finish, issue, lock, post, publish } from '@holdfast/ledger';
import { startPostgres } from '@holdfast/postgres';
import { approve, openBooks, type Books } from '@holdfast/testkit/setup';
import { openDatabase } from '#platform/db/db.ts';
import { startServer } from './server-process.ts';
import { BenchMember } from './trade-member.ts';

/**
 * Whole trades through the proxy, by a server in a process of its own: lock, paid, release (with the transaction secret), many pairs
 * at once. Printed with p50 and p99 of each command. The reference is the same postings by the ledger alone.
 */

const PAIRS = 16;
/** Below the members' own limits per minute. */
const TRADES_PER_PAIR = 15;
const QUANTITY = 10_000n;

const folder = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));

const latencies = new Map<string, number[]>();
async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  latencies.set(name, [...(latencies.get(name) ?? []), performance.now() - startedAt]);
  return result;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number(
    defined(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 'a latency').toFixed(1),
  );
}

/** The trades of one pair of members, one after the other without a pause. */
async function trade(seller: BenchMember, buyer: BenchMember, listingId: string): Promise<void> {
  for (let round = 0; round < TRADES_PER_PAIR; round += 1) {
    const locked = await timed('lock', () =>
      buyer.call('/order/lock', { listingId, version: '1', quantity: '100.00' }),
    );
    const { orderId, version } = locked.order;
    const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
    const proofFileId = await buyer.proof();
    const paid = await timed('paid', () =>
      buyer.call('/order/paid', { orderId, version: String(version), ...declaration, proofFileId }),
    );
    await timed('release', () =>
      seller.call('/order/release', { orderId, version: String(paid.order.version) }),
    );
  }
}

async function measureProxy(
  url: string,
  database: ReturnType<typeof openDatabase>,
  books: Books,
): Promise<number> {
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async () => {
      const [seller, buyer] = [
        await BenchMember.register(url, books),
        await BenchMember.register(url, books),
      ];
      const id = await seller.idIn(database.db);
      const request = randomBytes(8).toString('hex');
      const entry = issue({
        request,
        member: id,
        coin: 'TWD',
        quantity: minor('TWD', QUANTITY * BigInt(TRADES_PER_PAIR)),
      });
      await approve(database.db, [entry]);
      await post(database.db, entry);
      const accountNumber = String(randomBytes(6).readUIntBE(0, 6)).padStart(14, '9').slice(0, 14);
      const { card } = await seller.call('/member/bankadd/{account}', {
        bankCode: '822',
        accountNumber,
        holderName: '林示範',
      });
      const quantity = `${100 * TRADES_PER_PAIR}.00`;
      const terms = {
        coin: 'TWD',
        quantity,
        price: '1',
        minQuantity: '100.00',
        maxQuantity: quantity,
        payWindowMinutes: '15',
      } as const;
      const { listing } = await seller.call('/listing/create', { ...terms, cardIds: [card.id] });
      return { seller, buyer, listing };
    }),
  );
  const startedAt = performance.now();
  await Promise.all(pairs.map(({ seller, buyer, listing }) => trade(seller, buyer, listing.id)));
  return (PAIRS * TRADES_PER_PAIR * 1000) / (performance.now() - startedAt);
}

/** Only the ledger's postings of the same trades. */
async function measureLedger(database: ReturnType<typeof openDatabase>): Promise<number> {
  const quantity = minor('TWD', QUANTITY);
  const fee = feeMinor(quantity, FEE_BASIS_POINTS);
  const one = async (pair: number) => {
    const [payee, payer] = [
      toMemberId(String(900_000_000 + pair * 2)),
      toMemberId(String(900_000_001 + pair * 2)),
    ];
    const all = minor('TWD', QUANTITY * BigInt(TRADES_PER_PAIR));
    const money = issue({ request: `bench-${pair}`, member: payee, coin: 'TWD', quantity: all });
    await approve(database.db, [money]);
    await post(database.db, money);
    await post(
      database.db,
      publish({
        listing: toListingId(String(900_000_000 + pair)),
        version: 1,
        owner: payee,
        coin: 'TWD',
        quantity: all,
      }),
    );
    for (let round = 0; round < TRADES_PER_PAIR; round += 1) {
      const order = toOrderId(String(900_000_000 + pair * 1000 + round));
      await post(
        database.db,
        lock({ order, version: 1, payee, coin: 'TWD', quantity, from: 'listing_reserve' }),
      );
      await post(
        database.db,
        finish({ order, version: 3, payee, payer, coin: 'TWD', quantity, fee, to: 'available' }),
      );
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: PAIRS }, (_, pair) => one(pair)));
  return (PAIRS * TRADES_PER_PAIR * 1000) / (performance.now() - startedAt);
}

const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const { url, stop } = await startServer(postgres.url, folder);
const database = openDatabase({ url: postgres.url, name: 'bench', onIdleError: () => {} });
const books = openBooks({ databaseUrl: postgres.url, dataDir: folder });
try {
  const ours = await measureProxy(url, database, books);
  const reference = await measureLedger(database);
  const commands = Object.fromEntries(
    [...latencies].map(([name, values]) => [
      name,
      { p50Ms: percentile(values, 0.5), p99Ms: percentile(values, 0.99) },
    ]),
  );
  console.log(
    JSON.stringify({
      bench: 'trade',
      case: 'trade',
      ratio: Number((ours / reference).toFixed(3)),
      ours: Number(ours.toFixed(1)),
      reference: Number(reference.toFixed(1)),
      unit: 'trades/s',
      commands,
    }),
  );
} finally {
  await books.close();
  await database.close();
  await stop();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
