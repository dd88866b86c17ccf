import type { Offer } from '@holdfast/contract/calls';
import { isAmountOf } from '@holdfast/contract/rules';
import type { Coin } from '@holdfast/kernel';
import { usePages, useRead } from '@holdfast/client/queries';
import { othersOf, type Doing } from './doing.rules.ts';
import type { Filters } from './market-filters.tsx';
import { useDebounced } from '#components/use-debounced.ts';

const TYPING_PAUSE_MS = 300;

/**
 * The offers of a coin that can be paid by one of `payMethods` (by whatever where none is named), those that serve `wanted` first. While a new quantity is typed the present list stays: offers must not
 * flicker away under the thumb.
 */
export function useMarket(
  doing: Doing,
  coin: Coin,
  wanted: string,
  { methods: payMethods, levelMin, isFavouritesOnly, isHereOnly, sort }: Filters,
) {
  const settled = useDebounced(wanted, TYPING_PAUSE_MS);
  const quantity = isAmountOf(coin, settled) ? settled : undefined;
  return usePages(
    '/listing/market',
    {
      ...(doing === 'sell' && { side: othersOf(doing) }),
      coin,
      ...(quantity !== undefined && { quantity }),
      ...(payMethods.length > 0 && { payMethods: [...payMethods] }),
      ...(levelMin !== '0' && { levelMin }),
      ...(isFavouritesOnly && { favourites: '1' as const }),
      ...(isHereOnly && { here: '1' as const }),
      ...(sort !== 'rule' && { sort }),
    },
    { keepsPrevious: true },
  );
}

/** The best offer that the viewer can take now for the same quantity, other than the one that was lost. */
export function useNextBest({ side, coin, listingId }: Offer, quantity: string) {
  return useRead('/listing/best', {
    input: { ...(side === 'buy' && { side }), coin, quantity, without: listingId },
  });
}
