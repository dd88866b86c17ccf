import type { MemberId, PriceE4 } from '@holdfast/kernel';

/** The price of a coin by what was traded. Pure. */

/** The newest trade of two members, whoever of them paid. */
export interface LastPrice {
  readonly lowId: MemberId;
  readonly highId: MemberId;
  readonly priceE4: PriceE4;
  readonly at: Date;
}

export interface TradedReference {
  readonly priceE4: PriceE4;
  /** How many trades it is the median of, and when the newest of them finished. */
  readonly trades: number;
  readonly newestAt: Date;
}

/** In as many of the counted trades one member can be, on either side. */
const PER_MEMBER_MAX = 3;
/**
 * With fewer there is no reference. Two members together are in six at most (in five where one of these is of the two), which is less
 * than half of it: the median stays among the prices of others, whatever the two trade at, with each other and with whom they please.
 */
export const REFERENCE_TRADES_MIN = 15;
/** Older ones say nothing once there are so many. */
export const REFERENCE_TRADES_MAX = 99;

/** What counts, and who is in as many of it as a member can be: none of their older trades counts. */
export interface Count {
  readonly counted: readonly LastPrice[];
  readonly spent: readonly MemberId[];
}

/** Of the newest trades two members give one, and nobody more than three. `newestFirst`: one of each pair. */
export function countOf(newestFirst: readonly LastPrice[]): Count {
  const counts = new Map<MemberId, number>();
  const counted: LastPrice[] = [];
  for (const trade of newestFirst) {
    const sides = [trade.lowId, trade.highId];
    if (sides.some((id) => (counts.get(id) ?? 0) >= PER_MEMBER_MAX)) continue;
    for (const id of sides) counts.set(id, (counts.get(id) ?? 0) + 1);
    counted.push(trade);
    if (counted.length === REFERENCE_TRADES_MAX) break;
  }
  const spent = [...counts].flatMap(([id, count]) => (count >= PER_MEMBER_MAX ? [id] : []));
  return { counted, spent };
}

/** The median of what counts. Undefined where too few members have traded. */
export function referenceOf(newestFirst: readonly LastPrice[]): TradedReference | undefined {
  const { counted } = countOf(newestFirst);
  const [newest] = counted;
  if (!newest || counted.length < REFERENCE_TRADES_MIN) return undefined;
  return {
    priceE4: medianOf(counted.map(({ priceE4 }) => priceE4)),
    trades: counted.length,
    newestAt: newest.at,
  };
}

function medianOf(prices: readonly PriceE4[]): PriceE4 {
  const sorted = prices.toSorted((a, b) => Number(a - b));
  const [low = 0n, high = low] = [(sorted.length - 1) >> 1, sorted.length >> 1].map((at) => sorted[at]);
  return ((low + high) / 2n) as PriceE4;
}
