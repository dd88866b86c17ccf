/** How much a member may buy and sell in a day in Taipei, of each coin: what the level allows, or less where the member wants less. */

/** The side on which a member is in an order: the payer buys the coin, the payee sells it. */
export const TRADE_SIDES = ['buy', 'sell'] as const;
export type TradeSide = (typeof TRADE_SIDES)[number];

/** An own limit is lower at once, and higher only after this: whoever has got hold of a session and of a code waits, and the member is told meanwhile. */
export const LIMIT_RAISE_HOURS = 24;

/** An own limit, and the raise of it that was asked for. Null in `to`: as much as the level allows. */
export interface OwnLimit<Amount> {
  readonly amount: Amount;
  readonly raise: { readonly to: Amount | null; readonly at: Date } | null;
}

/** What an own limit is at an instant; null: as much as the level allows. */
export function ownLimitAt<Amount>(limit: OwnLimit<Amount> | undefined, now: Date): Amount | null {
  if (!limit) return null;
  return limit.raise && limit.raise.at <= now ? limit.raise.to : limit.amount;
}
