import type { PriceReference } from '@holdfast/contract/calls';
import { parOf } from '@holdfast/contract/orders';
import { COINS, formatPrice, type Coin, type PriceE4 } from '@holdfast/kernel';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { countOf, REFERENCE_TRADES_MAX, referenceOf, type LastPrice } from './price-reference.rules.ts';
import {
  deleteOldPrices,
  listLastPrices,
  listReferences,
  saveReference,
  type ListedPrice,
} from './price-reference.store.ts';

/** What the price of a listing is measured by. */
export interface Reference {
  readonly coin: Coin;
  readonly priceE4: PriceE4;
  readonly basis: 'par' | 'trades';
  readonly trades: number;
  readonly newestAt: Date | null;
}

/** Of each coin that has one: its par, else the median of what members have lately traded it at. */
export async function readReferences(tx: Tx): Promise<readonly Reference[]> {
  const traded = await listReferences(tx);
  return COINS.flatMap((coin): Reference[] => {
    const par = parOf(coin);
    if (par !== undefined) return [{ coin, priceE4: par, basis: 'par', trades: 0, newestAt: null }];
    const found = traded.find((one) => one.coin === coin);
    return found ? [{ ...found, basis: 'trades' }] : [];
  });
}

export const showReference = ({ priceE4, newestAt, ...reference }: Reference): PriceReference => ({
  ...reference,
  price: formatPrice(priceE4),
  newestAt: newestAt?.toISOString() ?? null,
});

/** Pairs of members that are read at once. */
const PAIRS = 500;

/**
 * The trades that count. Whoever is in enough of them is left out of what is read next, so the first of each page counts: however many
 * others a member has traded with, nobody is pushed out, and there are never more pages than trades that can count. In most weeks it is
 * one.
 */
async function readCounted(tx: Tx, coin: Coin): Promise<readonly LastPrice[]> {
  let { counted, spent } = countOf([]);
  let after: ListedPrice | undefined;
  while (counted.length < REFERENCE_TRADES_MAX) {
    const page = await listLastPrices(tx, { coin, after, without: spent, limit: PAIRS });
    ({ counted, spent } = countOf([...counted, ...page]));
    after = page.at(-1);
    if (page.length < PAIRS) break;
  }
  return counted;
}

/** Measures the reference of each coin anew, and forgets trades that count no more. The worker does it; twice at once is only double work. */
export async function measurePrices(db: Database): Promise<void> {
  for (const coin of COINS.filter((one) => parOf(one) === undefined))
    await inTransaction(db, async (tx) => {
      await deleteOldPrices(tx, coin);
      await saveReference(tx, coin, referenceOf(await readCounted(tx, coin)));
    });
}
