import type { DailyLimits } from '@holdfast/contract/calls';
import { formatAmount, parseAmount, type Coin } from '@holdfast/kernel';

export type Limit = DailyLimits['limits'][number];

const amountIn = (coin: Coin, text: string): bigint => parseAmount(coin, text) ?? 0n;

/** Whether the member allows less than the level. */
export function isOwnLimit({ ownMax, levelMax, coin }: Limit): boolean {
  return ownMax !== null && amountIn(coin, ownMax) < amountIn(coin, levelMax);
}

/** What may be traded in a day. */
export function maxOf(limit: Limit): string {
  return limit.ownMax !== null && isOwnLimit(limit) ? limit.ownMax : limit.levelMax;
}

/** What of it is left, never below nothing. */
export function leftOf(limit: Limit): string {
  const { coin, used } = limit;
  const left = amountIn(coin, maxOf(limit)) - amountIn(coin, used);
  return formatAmount(coin, left > 0n ? left : 0n);
}

/** Whether somebody may set this as a limit. */
export function isSettable({ coin, levelMax }: Limit, text: string): boolean {
  const amount = parseAmount(coin, text);
  return amount !== undefined && amount <= amountIn(coin, levelMax);
}
