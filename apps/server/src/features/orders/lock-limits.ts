import { appError } from '@holdfast/contract/errors';
import { ownLimitAt } from '@holdfast/contract/member';
import type { Settings } from '@holdfast/contract/settings';
import { defined, formatAmount, type AppError, type MemberId, type Minor } from '@holdfast/kernel';
import {
  dayMaxOf,
  findLockerFacts,
  leftOf,
  levelDayMax,
  sidesOf,
  type Listing,
  type LockerFacts,
} from '#features/listings/index.ts';
import type { Member } from '#features/member-profile/index.ts';
import type { MemberLimit } from '#features/security/index.ts';
import type { Tx } from '#platform/db/db.ts';

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
  const { listing } = facts;
  const owner = { quantity, dayMax: dayMaxIn(facts, listing.ownerId, now) };
  return (
    beyondOwnDay(listing, { quantity, dayMax }, own.usedToday) ??
    beyondOwnersDay(listing, owner, own.ownerUsedToday + taken)
  );
}

interface Wish {
  readonly quantity: bigint;
  /** What the party may trade in a day. */
  readonly dayMax: Minor;
}

function beyondOwnDay(listing: Listing, { quantity, dayMax }: Wish, used: Minor): AppError | undefined {
  const { coin } = listing;
  const left = leftOf(dayMax, used);
  if (quantity <= left) return undefined;
  return appError(sidesOf(listing).locker === 'buy' ? 'DAILY_LIMIT_BUY' : 'DAILY_LIMIT_SELL', {
    coin,
    left: `${formatAmount(coin, left)} ${coin}`,
  });
}

function beyondOwnersDay({ coin }: Listing, { quantity, dayMax }: Wish, used: bigint): AppError | undefined {
  const left = leftOf(dayMax, used as Minor);
  return quantity > left
    ? appError('LISTING_OWNER_LIMIT', { left: formatAmount(coin, left), coin })
    : undefined;
}

interface Party extends Wish {
  readonly memberId: MemberId;
}

/**
 * Why locks are refused of which somebody is missed, by what is so now. Whoever is not missed has been counted in this transaction already: only of
 * who is missed do the facts say anything.
 */
export async function missedBy(
  tx: Tx,
  { lockers, owner }: { lockers: readonly (Party & { readonly cap: number })[]; owner: Party },
  { listing }: LimitFacts,
  missed: readonly MemberId[],
): Promise<AppError> {
  const locker = lockers.find(({ memberId }) => missed.includes(memberId));
  const { memberId } = locker ?? defined(lockers[0], 'nobody is missed of no locks');
  const [own] = await findLockerFacts(tx, { id: listing.id, lockers: [memberId] });
  if (own && locker) {
    if (own.liveLocks >= locker.cap) return appError('LOCK_CAP_REACHED', { max: locker.cap });
    const beyond = beyondOwnDay(listing, locker, own.usedToday);
    if (beyond) return beyond;
  }
  const isOwnerMissed = own && missed.includes(owner.memberId);
  return (
    (isOwnerMissed ? beyondOwnersDay(listing, owner, own.ownerUsedToday) : undefined) ??
    appError('LISTING_BUSY')
  );
}
