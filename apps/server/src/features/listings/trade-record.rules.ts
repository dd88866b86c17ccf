import {
  areFiguresKnown,
  completionTenths,
  RATINGS_FROM,
  type EndedOrders,
  type VolumeBand,
} from '@holdfast/contract/orders';

/** Which of a member's figures another one is told. */

/** Bands in whole NT$, each up to its limit. */
const BANDS: readonly (readonly [below: bigint, band: VolumeBand])[] = [
  [10_000n, 'under-10k'],
  [100_000n, '10k-100k'],
  [1_000_000n, '100k-1m'],
];

export function volumeBandOf(paidTwd: bigint): VolumeBand | null {
  if (paidTwd === 0n) return null;
  return BANDS.find(([below]) => paidTwd < below)?.[1] ?? 'over-1m';
}

interface Counted extends EndedOrders {
  readonly releaseSeconds: number | null;
  readonly paySeconds: number | null;
}

/** Shares and medians of somebody with few orders are not told. */
export function shownFigures(counted: Counted) {
  const tenths = completionTenths(counted);
  const isKnown = areFiguresKnown(counted);
  return {
    completionPercent: tenths === undefined ? null : (tenths / 10).toFixed(1),
    releaseSeconds: isKnown ? counted.releaseSeconds : null,
    paySeconds: isKnown ? counted.paySeconds : null,
  };
}

interface Rated {
  readonly count: number;
  readonly average: string | null;
  readonly recommendPercent: number | null;
}

/** An average of few ratings would tell who gave them. */
export function shownRating({ count, average, recommendPercent }: Rated) {
  return count < RATINGS_FROM || average === null || recommendPercent === null
    ? null
    : { count, average, recommendPercent };
}
