import type { Brand } from './brand.ts';
import { COIN_SCALE, type Coin } from './coins.ts';

/** An amount in minor units of its coin. The brand prevents mixing amounts of two coins. */
export type Minor<C extends Coin = Coin> = Brand<bigint, C>;

/** The largest amount accepted anywhere. Far below the maximum of BIGINT, so that sums of many cannot overflow. */
export const AMOUNT_MINOR_MAX = 10n ** 15n;

/** NT$ for one unit of the coin, times 10^4: `1.0000` is 10000n. */
export type PriceE4 = Brand<bigint, 'PriceE4'>;
const PRICE_SCALE = 4;

export function minor<C extends Coin>(_coin: C, value: bigint): Minor<C> {
  return value as Minor<C>;
}

function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = /^(0|[1-9]\d{0,15})(?:\.(\d{1,18}))?$/.exec(text);
  if (!match) return undefined;
  const fraction = match[2] ?? '';
  if (fraction.length > scale) return undefined;
  return BigInt(`${match[1]}${fraction.padEnd(scale, '0')}`);
}

function formatDecimal(value: bigint, scale: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const cut = digits.length - scale;
  return `${negative ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}

/**
 * Parses a decimal amount of the wire or of a form: ASCII digits, at most the coin's decimals, no sign, no grouping, no exponent, no
 * leading zeros. Undefined for anything else and above `AMOUNT_MINOR_MAX`.
 */
export function parseAmount<C extends Coin>(coin: C, text: string): Minor<C> | undefined {
  const value = parseDecimal(text, COIN_SCALE[coin]);
  return value === undefined || value > AMOUNT_MINOR_MAX ? undefined : (value as Minor<C>);
}

/** For sorting amounts: a floating-point difference of two large ones can be 0. */
export function compareAmounts(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Whether a decimal of the wire is an amount above zero. */
export function isAboveZero(coin: Coin, text: string): boolean {
  return (parseAmount(coin, text) ?? 0n) > 0n;
}

/** Formats an amount for the wire, always with all decimals of the coin: `"3000.00"`, `"-0.500000"`. */
export function formatAmount(coin: Coin, value: bigint): string {
  return formatDecimal(value, COIN_SCALE[coin]);
}

/** Parses a price with at most 4 decimals, above zero and at most 9999; undefined for anything else. */
export function parsePrice(text: string): PriceE4 | undefined {
  const value = parseDecimal(text, PRICE_SCALE);
  return value === undefined || value === 0n || value > 99_990_000n ? undefined : (value as PriceE4);
}

export function formatPrice(price: PriceE4): string {
  return formatDecimal(price, PRICE_SCALE);
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** The sum that the payer sends outside the system, in whole NT$: price times quantity, rounded up. */
export function payableTwd(coin: Coin, quantity: bigint, price: PriceE4): bigint {
  return divideUp(quantity * price, 10n ** BigInt(COIN_SCALE[coin] + PRICE_SCALE));
}

/** The fee on a quantity, in the same coin, rounded up to the minor unit. The receiver of the coin pays it. */
export function feeMinor<C extends Coin>(quantity: Minor<C>, basisPoints: number): Minor<C> {
  return divideUp(quantity * BigInt(basisPoints), 10_000n) as Minor<C>;
}

/** A rate of basis points in percent, as short as it can be: 10 is 0.1. */
export function formatPercent(basisPoints: number): string {
  return String(basisPoints / 100);
}

/**
 * The smallest quantity of which something arrives. The fee is rounded up to a minor unit, so of less the fee would be all of it. From
 * q - fee(q) >= 1: q * (10000 - basis points) >= 10000.
 */
export function leastTrade<C extends Coin>(coin: C, basisPoints: number): Minor<C> {
  return minor(coin, divideUp(10_000n, 10_000n - BigInt(basisPoints)));
}

/** What the receiver of `quantity` gets: the quantity less the fee. The one place where the two are subtracted. */
export function afterFee<C extends Coin>(quantity: Minor<C>, fee: Minor<C>): Minor<C> {
  return (quantity - fee) as Minor<C>;
}

/** What a trade costs and brings, by the rounding that is fixed at the lock. The client shows it before, the server stores it. */
export function quoteTrade<C extends Coin>({
  coin,
  quantity,
  price,
  feeBasisPoints,
}: {
  readonly coin: C;
  readonly quantity: Minor<C>;
  readonly price: PriceE4;
  readonly feeBasisPoints: number;
}): { readonly payTwd: bigint; readonly fee: Minor<C>; readonly receives: Minor<C> } {
  const fee = feeMinor(quantity, feeBasisPoints);
  return { payTwd: payableTwd(coin, quantity, price), fee, receives: afterFee(quantity, fee) };
}

/** The fee rate of orders as long as operators have set no other one (`SETTINGS` of the contract). Fixed in the order's row at the lock. */
export const FEE_BASIS_POINTS = 10;
