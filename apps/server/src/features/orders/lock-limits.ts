import { appError } from '@holdfast/contract/errors';
import { ownLimitAt } from '@holdfast/contract/member';
import type { Settings } from '@holdfast/contract/settings';
import { defined, formatAmount, type AppError, type MemberId, type Minor } from '@holdfast/kernel';
import {
  dayMaxOf,
  leftOf,
  levelDayMax,
  sidesOf,
  type Listing,
  type LockerFacts,
} from '#features/listings/index.ts';
import type { Member } from '#features/member-profile/index.ts';
import type { MemberLimit } from '#features/security/index.ts';

/** What both sides of an order may trade in a day, as a lock asks it. */

export interface LimitFacts {
  readonly listing: Listing;
  /** The lockers and the listing's owner. */
  readonly members: ReadonlyMap<MemberId, Member>;
  /** What each of them has set as a daily limit of this coin; absent: as much as the level allows. */
  readonly ownLimits: ReadonlyMap<MemberId, MemberLimit>;
  readonly settings: Settings;
}

/** Those of the coin, each of the side that its member has in an order of the listing. */
export function limitsIn(
  listing: Listing,
  limits: readonly MemberLimit[],
): ReadonlyMap<MemberId, MemberLimit> {
  const sides = sidesOf(listing);
  const isHere = ({ memberId, coin, side }: MemberLimit) =>
    coin === listing.coin && side === (memberId === listing.ownerId ? sides.owner : sides.locker);
  return new Map(limits.filter(isHere).map((limit) => [limit.memberId, limit]));
}

/** What a party may trade of the coin in a day. */
export function dayMaxIn(
  { listing: { coin }, members, ownLimits, settings }: LimitFacts,
  memberId: MemberId,
  now: Date,
) {
  const { level } = defined(members.get(memberId), 'both sides were read');
  return dayMaxOf(levelDayMax(level, coin, settings), ownLimitAt(ownLimits.get(memberId), now));
}

/** The refusal of whoever wants more than is left of a day; undefined where it suffices. `taken`: what others take of the owner's just now. */
export function beyondDay(
  { own, quantity, dayMax, taken }: { own: LockerFacts; quantity: Minor; dayMax: Minor; taken: bigint },
  facts: LimitFacts,
  now: Date,
): AppError | undefined {
  const { coin, ownerId } = facts.listing;
  const left = leftOf(dayMax, own.usedToday);
  if (quantity > left)
    return appError(sidesOf(facts.listing).locker === 'buy' ? 'DAILY_LIMIT_BUY' : 'DAILY_LIMIT_SELL', {
      coin,
      left: `${formatAmount(coin, left)} ${coin}`,
    });
  const ownerLeft = leftOf(dayMaxIn(facts, ownerId, now), (own.ownerUsedToday + taken) as Minor);
  return quantity > ownerLeft
    ? appError('LISTING_OWNER_LIMIT', { left: formatAmount(coin, ownerLeft), coin })
    : undefined;
}
