import type { Listing } from '@holdfast/contract/calls';
import type { ErrorName } from '@holdfast/contract/errors';
import { levelOf } from '@holdfast/contract/member';
import {
  fromClock,
  hoursAt,
  toClock,
  unmetConditions,
  type Conditions,
  type ListingState,
  type LockerRecord,
  type TradingHours,
} from '@holdfast/contract/orders';
import { PAY_METHODS, type PayMethod } from '@holdfast/contract/rules';
import { levelsBy, type Settings } from '@holdfast/contract/settings';
import {
  formatAmount,
  leastTrade,
  minor,
  parseAmount,
  parsePrice,
  type Coin,
  type MemberId,
  type Minor,
  type OrderId,
  type PriceE4,
} from '@holdfast/kernel';

const DAY_MS = 86_400_000;

/** Pure decisions about listings: no clock, no database. */

export interface ListingTerms {
  readonly coin: Coin;
  readonly quantity: string;
  readonly price: string;
  readonly minQuantity: string;
  readonly maxQuantity: string;
}

export interface ParsedTerms {
  readonly quantity: Minor;
  readonly priceE4: PriceE4;
  readonly minQuantity: Minor;
  readonly maxQuantity: Minor;
}

/** The parsed terms, or the names of the fields that are no amounts of the coin or contradict each other. */
export function parseTerms(
  terms: ListingTerms,
): { ok: true; terms: ParsedTerms } | { ok: false; fields: string[] } {
  const amount = (text: string) => parseAmount(terms.coin, text) ?? minor(terms.coin, 0n);
  const quantity = amount(terms.quantity);
  const minQuantity = amount(terms.minQuantity);
  const maxQuantity = amount(terms.maxQuantity);
  const priceE4 = parsePrice(terms.price);
  const right = {
    quantity: quantity > 0n,
    price: priceE4 !== undefined,
    minQuantity: minQuantity > 0n && minQuantity <= maxQuantity,
    maxQuantity: maxQuantity > 0n && maxQuantity <= quantity,
  };
  const fields = Object.entries(right).flatMap(([field, holds]) => (holds ? [] : [field]));
  if (fields.length > 0 || priceE4 === undefined) return { ok: false, fields };
  return { ok: true, terms: { quantity, priceE4, minQuantity, maxQuantity } };
}

/**
 * The hours of a listing, null for always, or the names of the fields that say half of them, none at all, or always and hours at once.
 * Whoever says nothing leaves them as they were `before`.
 */
export function parseHours(
  {
    hoursFrom,
    hoursTo,
    anyHour,
  }: {
    readonly hoursFrom?: string | undefined;
    readonly hoursTo?: string | undefined;
    readonly anyHour?: string | undefined;
  },
  before: TradingHours | null,
): { ok: true; hours: TradingHours | null } | { ok: false; fields: string[] } {
  const saysHours = hoursFrom !== undefined || hoursTo !== undefined;
  if (anyHour !== undefined && saysHours) return { ok: false, fields: ['anyHour'] };
  if (!saysHours) return { ok: true, hours: anyHour === undefined ? before : null };
  if (hoursFrom === undefined) return { ok: false, fields: ['hoursFrom'] };
  if (hoursTo === undefined || hoursTo === hoursFrom) return { ok: false, fields: ['hoursTo'] };
  return { ok: true, hours: { from: fromClock(hoursFrom), to: fromClock(hoursTo) } };
}

/** As they are said on the wire. */
export const showHours = (hours: TradingHours | null): Listing['hours'] =>
  hours && { from: toClock(hours.from), to: toClock(hours.to) };

/** Whether a listing is outside its hours, and when that changes next; null: never. */
export interface HoursTurn {
  readonly isOutOfHours: boolean;
  readonly turnsAt: Date | null;
}

/** Whether a listing with these hours is outside them, and when that changes next. */
export function turnOf(hours: TradingHours | null, now: Date): HoursTurn {
  if (hours === null) return { isOutOfHours: false, turnsAt: null };
  const { isWithin, turnsAt } = hoursAt(hours, now);
  return { isOutOfHours: !isWithin, turnsAt };
}

/** When others may lock it again; null: they may now. */
export function opensAt({ hours }: Pick<LockFacts['listing'], 'hours'>, now: Date): Date | null {
  const { isOutOfHours, turnsAt } = turnOf(hours, now);
  return isOutOfHours ? turnsAt : null;
}

/** The smallest quantity that can be traded, if `quantity` is below it: the fee would take all that arrives. */
export function belowFee(
  coin: Coin,
  quantity: bigint,
  feeBasisPoints: number,
): { readonly min: string } | undefined {
  const least = leastTrade(coin, feeBasisPoints);
  return quantity < least ? { min: formatAmount(coin, least) } : undefined;
}

/** Whether a listing is still listed, so that a cancelled order gives its quantity back to it. One that has ended takes nothing back. */
export function isListed(state: ListingState): boolean {
  return state === 'OPEN' || state === 'PAUSED' || state === 'FILLED';
}

/** What one order can take now. The last rest may be taken although it is below the minimum, or it could never be sold. */
export function lockableRange(listing: { remaining: Minor; minQuantity: Minor; maxQuantity: Minor }): {
  min: Minor;
  max: Minor;
} {
  const max = listing.remaining < listing.maxQuantity ? listing.remaining : listing.maxQuantity;
  return { min: listing.minQuantity < max ? listing.minQuantity : max, max };
}

/**
 * What to take instead of a quantity that would leave a rest of which the fee takes all: nobody could lock that, and it would stand in the
 * market as the cheapest offer. Undefined where the quantity is right, or no other one of the range is better.
 */
function betterThanDust(
  { listing: { coin, remaining }, quantity, feeBasisPoints }: LockFacts,
  range: { min: Minor; max: Minor },
): bigint | undefined {
  const least = leastTrade(coin, feeBasisPoints);
  const rest = remaining - quantity;
  if (rest === 0n || rest >= least) return undefined;
  if (remaining <= range.max) return remaining;
  return remaining - least >= range.min ? remaining - least : undefined;
}

export interface LockFacts {
  readonly listing: {
    readonly ownerId: MemberId;
    readonly version: number;
    readonly coin: Coin;
    readonly state: ListingState;
    readonly remaining: Minor;
    readonly locked: Minor;
    readonly minQuantity: Minor;
    readonly maxQuantity: Minor;
    readonly multiLocks: boolean;
    readonly expiresAt: Date;
    readonly conditions: Conditions;
    readonly hours: TradingHours | null;
  };
  /** Owner or locker has blocked the other. */
  readonly isBlocked: boolean;
  readonly record: LockerRecord;
  readonly now: Date;
  readonly lockerId: MemberId;
  /** A live order that the locker has on this listing already. */
  readonly ownOrderId: OrderId | undefined;
  readonly versionSeen: number;
  readonly quantity: Minor;
  /** Of an order that is locked now. */
  readonly feeBasisPoints: number;
}

type LockRefusal = Extract<
  ErrorName,
  | 'LISTING_OWN'
  | 'LISTING_OWN_ORDER'
  | 'LISTING_NOT_OPEN'
  | 'LISTING_OUT_OF_HOURS'
  | 'LISTING_CHANGED'
  | 'LISTING_BUSY'
  | 'LISTING_REMAINING_TOO_SMALL'
  | 'AMOUNT_OUT_OF_LIMITS'
  | 'AMOUNT_BELOW_FEE'
  | 'AMOUNT_LEAVES_TOO_LITTLE'
  | 'LISTING_CONDITIONS'
>;
export type LockVerdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly refuse: LockRefusal;
      readonly data: Record<string, string | number | readonly string[]>;
    };

const refuse = (
  name: LockRefusal,
  data: Record<string, string | number | readonly string[]> = {},
): LockVerdict => ({
  ok: false,
  refuse: name,
  data,
});

/** Whether live orders keep the listing from taking another one: its only locker, or all that it had. */
export function isTaken(listing: Pick<LockFacts['listing'], 'state' | 'locked' | 'multiLocks'>): boolean {
  return listing.locked > 0n && (listing.state === 'FILLED' || !listing.multiLocks);
}

/** Whether this lock may happen, in a fixed precedence: whose listing, its state, its hours, its version, others' orders, its quantity. */
export function decideLock(facts: LockFacts): LockVerdict {
  const { listing, lockerId, ownOrderId, versionSeen, quantity, feeBasisPoints, now } = facts;
  if (listing.ownerId === lockerId) return refuse('LISTING_OWN');
  // Like one that cannot be traded: who is blocked is not told.
  if (facts.isBlocked) return refuse('LISTING_NOT_OPEN');
  if (ownOrderId !== undefined && isListed(listing.state) && isTaken(listing))
    return refuse('LISTING_OWN_ORDER', { orderId: ownOrderId });
  if (listing.state === 'FILLED' && isTaken(listing)) return refuse('LISTING_BUSY');
  // One whose time is over waits for its clock, which ends it any moment.
  if (listing.state !== 'OPEN' || listing.expiresAt <= now) return refuse('LISTING_NOT_OPEN');
  const opens = opensAt(listing, now);
  if (opens) return refuse('LISTING_OUT_OF_HOURS', { until: opens.toISOString() });
  if (listing.version !== versionSeen) return refuse('LISTING_CHANGED', { version: listing.version });
  if (isTaken(listing)) return refuse('LISTING_BUSY');
  const unmet = unmetConditions(listing.conditions, facts.record);
  if (unmet.length > 0) return refuse('LISTING_CONDITIONS', { conditions: unmet });
  const below = belowFee(listing.coin, quantity, feeBasisPoints);
  if (below) return refuse('AMOUNT_BELOW_FEE', below);
  const { min, max } = lockableRange(listing);
  if (quantity > listing.remaining) {
    return refuse('LISTING_REMAINING_TOO_SMALL', {
      remaining: formatAmount(listing.coin, listing.remaining),
    });
  }
  if (quantity < min || quantity > max) {
    return refuse('AMOUNT_OUT_OF_LIMITS', {
      min: formatAmount(listing.coin, min),
      max: formatAmount(listing.coin, max),
    });
  }
  const better = betterThanDust(facts, { min, max });
  if (better !== undefined)
    return refuse('AMOUNT_LEAVES_TOO_LITTLE', { quantity: formatAmount(listing.coin, better) });
  return { ok: true };
}

/** A listing from which `quantity` was locked, as the next one finds it. */
export function afterLock<L extends Pick<LockFacts['listing'], 'state' | 'remaining' | 'locked'>>(
  listing: L,
  quantity: Minor,
): L {
  const remaining = (listing.remaining - quantity) as Minor;
  const locked = (listing.locked + quantity) as Minor;
  return { ...listing, remaining, locked, state: remaining === 0n ? 'FILLED' : listing.state };
}

/** The ways in which an owner can be paid who is paid on these, each once and in the order of the contract. */
export function payMethodsOf(paidOn: readonly PayMethod[]): PayMethod[] {
  return PAY_METHODS.filter((method) => paidOn.includes(method));
}

/**
 * The sets of methods that a listing may have of which somebody can pay by one of `wanted`. A listing's methods are a set, and few sets
 * there are: so the market that somebody searches by methods is a range of its index for each, however many listings have none of them.
 */
export function methodSetsWith(wanted: readonly PayMethod[]): PayMethod[][] {
  const sets = PAY_METHODS.reduce<PayMethod[][]>(
    (before, method) => [...before, ...before.map((set) => [...set, method])],
    [[]],
  );
  return sets.filter((set) => set.some((method) => wanted.includes(method)));
}

/** Orders in progress that a locker may have: as many as an operator allows them, else what their level says. */
export function lockCapOf(level: number, ownLocksMax: number | null, settings: Settings): number {
  return ownLocksMax ?? levelOf(level, levelsBy(settings)).locksMax;
}

interface Agreed {
  readonly side: 'sell' | 'buy';
  readonly feeAgreed: number | null;
}

/** Whether an order costs the owner more by now than they have agreed to. Who sells pays no fee. */
export function hasFeeRisen({ side, feeAgreed }: Agreed, feeBasisPoints: number): boolean {
  return side === 'buy' && feeAgreed !== null && feeBasisPoints > feeAgreed;
}

/** Whether a lock waits for the owner's acceptance. `isAbsent`: as who may not be there. */
export function asksFirst(
  listing: Agreed & { readonly askFirst: boolean },
  { isAbsent, feeBasisPoints }: { readonly isAbsent: boolean; readonly feeBasisPoints: number },
): boolean {
  return listing.askFirst || hasFeeRisen(listing, feeBasisPoints) || isAbsent;
}

/** What counts of a locker for the conditions of a listing. */
export function recordOf(
  { level, registeredAt }: { readonly level: number; readonly registeredAt: Date },
  { finished, ended }: { readonly finished: number; readonly ended: number },
  now: Date,
): LockerRecord {
  return { level, finished, ended, days: Math.floor((now.getTime() - registeredAt.getTime()) / DAY_MS) };
}
