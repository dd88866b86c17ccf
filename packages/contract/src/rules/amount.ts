import { parseAmount, type Coin } from '@holdfast/kernel';

/** Whether `text` is a positive amount that `coin` can express. */
export function isAmountOf(coin: Coin, text: string): boolean {
  const value = parseAmount(coin, text);
  return value !== undefined && value > 0n;
}
