import type { Offer } from '@holdfast/contract/calls';

/** What the viewer does; the offers are of those who do the other. */
export type Doing = 'buy' | 'sell';
export const othersOf = (doing: Doing): Offer['side'] => (doing === 'buy' ? 'sell' : 'buy');
