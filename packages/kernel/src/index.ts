export { AppError } from './app-error.ts';
export { assert, BugError, defined, unreachable } from './assert.ts';
export type { Brand } from './brand.ts';
export { systemClock, type Clock } from './clock.ts';
export {
  toCardId,
  toPayAccountId,
  toListingId,
  toMemberId,
  toOrderId,
  type CardId,
  type CardVersionId,
  type PayAccountId,
  type PayAccountVersionId,
  type ListingId,
  type MemberId,
  type OperatorId,
  type OperatorSessionId,
  type OrderId,
  type Rid,
  type SessionId,
} from './ids.ts';
export {
  afterFee,
  AMOUNT_MINOR_MAX,
  compareAmounts,
  FEE_BASIS_POINTS,
  feeMinor,
  formatAmount,
  formatPercent,
  formatPrice,
  isAboveZero,
  leastTrade,
  minor,
  parseAmount,
  parsePrice,
  payableTwd,
  quoteTrade,
  type Minor,
  type PriceE4,
} from './money.ts';
export { COIN_SCALE, COINS, type Coin } from './coins.ts';
