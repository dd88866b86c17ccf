/** The two ledgers. TWD has 2 decimals, USDT has 6 (docs/spec/money.md). */
export const COINS = ['TWD', 'USDT'] as const;
export type Coin = (typeof COINS)[number];
export const COIN_SCALE: Readonly<Record<Coin, number>> = { TWD: 2, USDT: 6 };
