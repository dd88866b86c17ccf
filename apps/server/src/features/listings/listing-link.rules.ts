import type { LinkState, ListingState, TradingHours } from '@holdfast/contract/orders';
import { opensAt } from './listing.rules.ts';

/** What a link leads to. Pure. */

interface LinkFacts {
  /** Its owner has made a new link since. */
  readonly isEnded: boolean;
  /** Undefined where owner and viewer do not meet: one has blocked the other. */
  readonly listing:
    | { readonly state: ListingState; readonly expiresAt: Date; readonly hours: TradingHours | null }
    | undefined;
  readonly now: Date;
}

const STATES: Readonly<Partial<Record<ListingState, LinkState>>> = {
  OPEN: 'open',
  PAUSED: 'paused',
  FILLED: 'taken',
};

/** Who is blocked, whose listing was suspended and who is late read the same. */
export function linkStateOf({ isEnded, listing, now }: LinkFacts): LinkState {
  if (isEnded) return 'renewed';
  if (!listing || listing.expiresAt <= now) return 'over';
  if (listing.state === 'OPEN' && opensAt(listing, now) !== null) return 'resting';
  return STATES[listing.state] ?? 'over';
}
