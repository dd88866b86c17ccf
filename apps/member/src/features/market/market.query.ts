import { isAmountOf } from '@holdfast/contract/rules';
import type { Coin } from '@holdfast/kernel';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useServices } from '#state/services.tsx';
import { useDebounced } from './use-debounced.ts';

const TYPING_PAUSE_MS = 300;

/**
 * The offers of a coin, those that serve `wanted` first. While a new quantity is typed the present list stays: offers must not
 * flicker away under the thumb.
 */
export function useMarket(coin: Coin, wanted: string) {
  const { callApi } = useServices();
  const settled = useDebounced(wanted, TYPING_PAUSE_MS);
  const quantity = isAmountOf(coin, settled) ? settled : undefined;
  return useInfiniteQuery({
    queryKey: ['/listing/market', coin, quantity ?? ''],
    queryFn: async ({ pageParam }) =>
      callApi('/listing/market', {
        input: {
          coin,
          ...(quantity !== undefined && { quantity }),
          ...(pageParam !== null && { offset: pageParam }),
        },
        isBackground: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextOffset }) => nextOffset,
    placeholderData: keepPreviousData,
  });
}
