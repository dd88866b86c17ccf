import { COINS } from '@holdfast/kernel';

export const ANY = '';
export const COIN_CHOICES = [ANY, ...COINS] as const;
export const DID_CHOICES = [ANY, 'buy', 'sell'] as const;

/** What one looks for among the orders that have ended: '' is whatever it is. Remembered while the tab lives. */
export interface OrderFilters {
  readonly coin: (typeof COIN_CHOICES)[number];
  readonly did: (typeof DID_CHOICES)[number];
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

/** Days that end before they begin. */
export const isBackwards = ({ from, to }: OrderFilters) => from !== '' && to !== '' && from > to;

/** The filters as the server is asked for them. Days that end before they begin ask for nothing yet. */
export function asInput(filters: OrderFilters) {
  const { coin, did, from, to, search } = filters;
  const hasDays = !isBackwards(filters);
  return {
    ...(coin !== ANY && { coin }),
    ...(did !== ANY && { did }),
    ...(hasDays && from !== '' && { from }),
    ...(hasDays && to !== '' && { to }),
    ...(search.trim() !== '' && { search: search.trim() }),
  };
}
