import { parsePrice, type Coin, type PriceE4 } from '@holdfast/kernel';

/** What the price of a listing is measured by, and when somebody is told that it lies far from it. */

/** One TWD is one NT$, whatever anybody pays for it. A coin that is not here has a reference by trades alone. */
const PAR: Readonly<Partial<Record<Coin, PriceE4>>> = { TWD: 10_000n as PriceE4 };
export const parOf = (coin: Coin): PriceE4 | undefined => PAR[coin];

/** Trades of how many days count, as long as there are enough of them. */
export const REFERENCE_DAYS = 7;
/** In smaller ones the rounding to whole NT$ is part of the price, and they cost somebody who wants to move it next to nothing. */
export const REFERENCE_TRADE_MIN_TWD = 500n;

export interface Deviation {
  readonly direction: 'above' | 'below';
  /** With one decimal at most, rounded down. */
  readonly percent: string;
}

/** How far a price lies from its reference, where that is more than `warnPercent`; undefined where nobody has to be told. */
export function deviationOf(price: bigint, reference: bigint, warnPercent: number): Deviation | undefined {
  const distance = price > reference ? price - reference : reference - price;
  if (distance * 100n <= reference * BigInt(warnPercent)) return undefined;
  const tenths = (distance * 1000n) / reference;
  const rest = tenths % 10n;
  return {
    direction: price > reference ? 'above' : 'below',
    percent: `${tenths / 10n}${rest === 0n ? '' : `.${rest}`}`,
  };
}

/** The same of prices as texts; undefined also while the price cannot be read. */
export function deviationOfText(
  price: string,
  reference: string,
  warnPercent: number,
): Deviation | undefined {
  const [parsed, measure] = [parsePrice(price), parsePrice(reference)];
  return parsed && measure && deviationOf(parsed, measure, warnPercent);
}
