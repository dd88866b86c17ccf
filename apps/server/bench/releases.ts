import { randomBytes } from 'node:crypto';
import { defined, minor } from '@holdfast/kernel';
import { issue, post } from '@holdfast/ledger';
import { approve, type Books } from '@holdfast/testkit/setup';
import type { Database } from '#platform/db/db.ts';
import { BenchMember } from './trade-member.ts';

/** Members who trade with each other while something else is measured: how long their releases take. */

/** So many that no member meets a limit of their own, nor releases twice in a phase. */
const PAIRS = 64;
const AT_ONCE = 2;
const RELEASES_A_PHASE = 60;

export interface Pair {
  readonly seller: BenchMember;
  readonly buyer: BenchMember;
  readonly listingId: string;
}

const QUANTITY = '100.00';
const TRADES_EACH = 40;

/** Sellers with a listing, and who buys of them. */
export async function makePairs(url: string, books: Books, database: Database): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < PAIRS) pairs.push(await makePair(url, books, database));
  return pairs;
}

async function makePair(url: string, books: Books, database: Database): Promise<Pair> {
  const [seller, buyer] = [await BenchMember.register(url, books), await BenchMember.register(url, books)];
  const quantity = minor('TWD', 10_000n * BigInt(TRADES_EACH));
  const member = await seller.idIn(database);
  const entry = issue({ request: randomBytes(8).toString('hex'), member, coin: 'TWD', quantity });
  await approve(database, [entry]);
  await post(database, entry);
  const accountNumber = String(randomBytes(6).readUIntBE(0, 6)).padStart(14, '9').slice(0, 14);
  const { card } = await seller.call('/member/bankadd/{account}', {
    bankCode: '822',
    accountNumber,
    holderName: '林示範',
  });
  const { listing } = await seller.call('/listing/create', {
    coin: 'TWD',
    quantity: `${100 * TRADES_EACH}.00`,
    price: '1',
    minQuantity: QUANTITY,
    maxQuantity: QUANTITY,
    payWindowMinutes: '15',
    cardIds: [card.id],
  });
  return { seller, buyer, listingId: listing.id };
}

/** One trade; returns how long its release took. */
async function trade({ seller, buyer, listingId }: Pair): Promise<number> {
  const { order } = await buyer.call('/order/lock', { listingId, version: '1', quantity: QUANTITY });
  const { orderId } = order;
  const declaration = { payType: 'bank', paidBank: '013', lastFive: '20002', payer: '陳試用' } as const;
  const paid = await buyer.call('/order/paid', { orderId, version: String(order.version), ...declaration });
  const startedAt = performance.now();
  await seller.call('/order/release', { orderId, version: String(paid.order.version) });
  return performance.now() - startedAt;
}

let turn = 0;
/** Trades of all pairs by turns, a few at once; how long their releases took. */
export async function measureReleases(pairs: readonly Pair[]): Promise<number[]> {
  const tookMs: number[] = [];
  let begun = 0;
  const work = async () => {
    for (; begun < RELEASES_A_PHASE;) {
      begun += 1;
      turn += 1;
      tookMs.push(await trade(defined(pairs[turn % pairs.length], 'a pair')));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tookMs;
}
