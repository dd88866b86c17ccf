/** When the app may load a new build by itself. Pure: place and time come in. */

/** Whoever comes back sooner has only glanced elsewhere. */
export const AWAY_MS = 30_000;

export const isLongAway = (leftAt: number, now: number): boolean => now - leftAt >= AWAY_MS;

/** Whether the place is none where something may be under way: a panel, or the room of an order. */
export const isAtRest = ({ search }: { readonly search: URLSearchParams }): boolean =>
  !search.has('panel') && !search.has('orderId');
