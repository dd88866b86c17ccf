import { isAmountOf } from '@holdfast/contract/rules';
import type { Coin } from '@holdfast/kernel';
import { usePages } from '@holdfast/client/queries';
import { useDebounced } from './use-debounced.ts';

const TYPING_PAUSE_MS = 300;

/**
 * The offers of a coin, those that serve `wanted` first. While a new quantity is typed the present list stays: offers must not
 * flicker away under the thumb.
 */
export function useMarket(coin: Coin, wanted: string) {
  const settled = useDebounced(wanted, TYPING_PAUSE_MS);
  const quantity = isAmountOf(coin, settled) ? settled : undefined;
  return usePages(
    '/listing/market',
    { coin, ...(quantity !== undefined && { quantity }) },
    { keepsPrevious: true },
  );
}
