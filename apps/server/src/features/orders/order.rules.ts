import {
  faultByReason,
  findTransition,
  isBuilt,
  questionableUntil,
  splitOfferedBy,
  ORDER_STATE_INFO,
  ORDER_TIMER_EVENTS,
  TRANSITIONS,
  type ActionFacts,
  type Hat,
  type OrderEvent,
  type OpenRequest,
  type OrderState,
  type OrderTimer,
  type Transition,
} from '@holdfast/contract/orders';
import type { MemberId } from '@holdfast/kernel';

/** Pure decisions about orders, on top of the machine in the contract. */

export interface Parties {
  readonly ownerId: MemberId;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
}

/** The part of a member in an order; undefined for a stranger, to whom the order does not exist. */
export function roleOf(order: Parties, memberId: MemberId): 'payer' | 'payee' | undefined {
  if (order.payerId === memberId) return 'payer';
  return order.payeeId === memberId ? 'payee' : undefined;
}

/** The member behind a hat. */
export function memberOf(order: Parties, hat: Hat): MemberId {
  if (hat === 'payer') return order.payerId;
  if (hat === 'payee') return order.payeeId;
  const lockerId = order.ownerId === order.payerId ? order.payeeId : order.payerId;
  return hat === 'owner' ? order.ownerId : lockerId;
}

/** The side of the listing that an order came from. In a sell listing the owner is the payee. */
export function sideOf(order: Pick<Parties, 'ownerId' | 'payeeId'>): 'sell' | 'buy' {
  return order.ownerId === order.payeeId ? 'sell' : 'buy';
}

/**
 * What funded an order's escrow. It stands in the order's row from the lock on, and whatever leaves the escrow goes by it: the listing may
 * have changed its state since, and a relock has nothing to do with the listing any more.
 */
export const FUNDINGS = {
  /** The owner of a sell listing, out of its reserve. */
  listing: { account: 'listing_reserve', isOfListing: true },
  /** Who locked a buy listing, out of their available balance. */
  locker: { account: 'available', isOfListing: true },
  /** The payee of an order that had ended, out of their available balance. */
  relock: { account: 'available', isOfListing: false },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly account: 'listing_reserve' | 'available';
      /** Whether the order's quantity is part of what its listing counts as locked. */
      readonly isOfListing: boolean;
    }
  >
>;
export type Funding = keyof typeof FUNDINGS;

/** The funding that an escrow movement brings; undefined for one that leaves it as it is. */
export function fundingOf(escrow: Transition['escrow'], order: Pick<Parties, 'ownerId' | 'payeeId'>) {
  if (escrow === 'relock') return 'relock';
  if (escrow !== 'lock') return undefined;
  return sideOf(order) === 'sell' ? 'listing' : 'locker';
}

/** Where a returned coin goes: back to what funded it. A listing that has ended takes nothing back, so it goes to its owner's available balance. */
export function returnsTo(funding: Funding, isListedStill: boolean): 'listing_reserve' | 'available' {
  return isListedStill ? FUNDINGS[funding].account : 'available';
}

/** How long a clock waits after each failed try, in seconds. After one more its order becomes a case (T32). */
const BACK_OFF_SECONDS = [5, 15, 60, 180];
export const FIRE_TRIES_MAX = BACK_OFF_SECONDS.length + 1;

/** How long a clock waits that has failed `tries` times by its own fault; one that has not waits as after the first. */
export function backOffSeconds(tries: number): number {
  return BACK_OFF_SECONDS[Math.min(Math.max(tries, 1), BACK_OFF_SECONDS.length) - 1] ?? 0;
}

export type Fault = 'payer' | 'payee' | 'none' | 'undecided';

/** Whose fault a transition says it was, once the reason of a cancel and who asked for it are known. Without a request it was the payer. */
export function faultOf(
  fault: Transition['fault'],
  cancelReason: string | null,
  order: Pick<Parties, 'ownerId' | 'payeeId'> & {
    readonly request?: { readonly by: OpenRequest } | null;
  },
): Fault | null {
  if (fault === 'owner') return sideOf(order) === 'sell' ? 'payee' : 'payer';
  if (fault !== 'by-reason') return fault ?? null;
  return faultByReason(order.request?.by === 'by-payee' ? 'payee' : 'payer', cancelReason);
}

/** Which side bears a fault: a reason that blames the other side counts for who gives it, until the other side has agreed. */
export function bearerOf(
  fault: Fault | null,
  request: { readonly by: OpenRequest } | null,
): 'payer' | 'payee' | null {
  if (fault === 'payer' || fault === 'payee') return fault;
  if (fault !== 'undecided') return null;
  return request?.by === 'by-payee' ? 'payee' : 'payer';
}

/**
 * In whose completion figure an end without a finish counts. In nobody's before the order was accepted, or a seller's would fall by being
 * asked, and never in that of the side whose fault it was not.
 */
export function countsAgainst(
  before: { readonly state: OrderState; readonly request: { readonly by: OpenRequest } | null },
  { to, fault }: { readonly to: OrderState; readonly fault: Fault | null },
): 'payer' | 'payee' | null {
  if (isLive(to) || to === 'FINISHED' || before.state === 'ACCEPT_WAIT') return null;
  return bearerOf(fault, before.request);
}

/** The side that operators have found at fault by the ruling that ended an order; null where they have not, or have found nobody. */
export function disputeLostBy({
  resolution,
  fault,
}: {
  readonly resolution: string | null;
  readonly fault: Fault | null;
}): 'payer' | 'payee' | null {
  return resolution === 'operator' && (fault === 'payer' || fault === 'payee') ? fault : null;
}

/** The transition that a timer fires in a state, with or without a request; undefined where nothing that is built acts on it. */
export function firedBy(
  timer: OrderTimer,
  state: OrderState,
  request: OpenRequest | null = null,
): Transition | undefined {
  const event = ORDER_TIMER_EVENTS[timer];
  const transition = event === null ? undefined : findTransition({ at: state, request }, event, 'timer');
  return transition && isBuilt(transition) ? transition : undefined;
}

/** The timers that fire today. The others are shown as deadlines, and nothing acts on them yet. */
export const FIRING_TIMERS: readonly OrderTimer[] = (Object.keys(ORDER_TIMER_EVENTS) as OrderTimer[]).filter(
  (name) => TRANSITIONS.some((it) => it.event === ORDER_TIMER_EVENTS[name] && isBuilt(it)),
);

/** What changes nothing that a member decides by: a command that has not seen it acts on the same order all the same. */
const QUIET_EVENTS: readonly OrderEvent[] = [
  'pay-time-ending',
  'ack-reminder-due',
  'ask-time',
  'outage-declared',
];

/** Whether a caller who has seen a version of an order has seen all that matters of its events since. */
export function hasSeen(
  version: number,
  seen: number,
  past: readonly { readonly event: OrderEvent }[],
): boolean {
  const missed = past.slice(seen);
  return missed.length === version - seen && missed.every(({ event }) => QUIET_EVENTS.includes(event));
}

const ONCE_PAID: readonly OrderState[] = ['PAID', 'STUCK_SELF', 'STUCK_CASE'];

/**
 * Whether the payer may see where to pay: while the payment is awaited or has been made, never in between or in a case without one. After an
 * end as long as it can be questioned, for whoever says to have paid has to say whom; but never what was not shown before it.
 */
export function areDetailsShown(
  { state, paidAt, endedAt, stoodStillMs }: Pick<OrderFacts, 'state' | 'paidAt' | 'endedAt' | 'stoodStillMs'>,
  role: 'payer' | 'payee',
  { now, wasLocked }: { readonly now: Date; readonly wasLocked: boolean },
): boolean {
  if (role === 'payee') return false;
  if (endedAt !== null) {
    const until = questionableUntil({ state, endedAt: endedAt.getTime(), stoodStillMs });
    return wasLocked && now.getTime() <= until;
  }
  return state === 'LOCKED' || (paidAt !== null && ONCE_PAID.includes(state));
}

/** Whether the owner has ever taken the order: before, nobody is shown where to pay. */
export const hasBeenLocked = (past: readonly { readonly to: OrderState }[]): boolean =>
  past.some(({ to }) => to === 'LOCKED');

export function isLive(state: OrderState): boolean {
  return ORDER_STATE_INFO[state].live;
}

/** Whether the listing's owner is who has missed an answer, so that the listing is to be paused. */
export function isOwnerAbsent({ pausesListing }: Transition, order: Parties): boolean {
  return pausesListing !== undefined && memberOf(order, pausesListing) === order.ownerId;
}

/** Whether the payer says to have paid while that could be done: screens know minutes, so the one of the lock counts whole. */
export function isPaidInTime(
  saidAt: Date | undefined,
  { lockedAt, payEnd }: { readonly lockedAt: Date; readonly payEnd: Date | undefined },
): boolean {
  return (
    saidAt !== undefined &&
    payEnd !== undefined &&
    saidAt <= payEnd &&
    saidAt.getTime() > lockedAt.getTime() - 60_000
  );
}

/** Whom the reason of a cancel blames who has not agreed: it counts for the other one as long. */
export function blamedBy({ fault, countsAgainst: bearer }: Pick<OrderFacts, 'fault' | 'countsAgainst'>) {
  if (fault !== 'undecided' || !bearer) return null;
  return bearer === 'payer' ? 'payee' : 'payer';
}

interface OrderFacts extends Parties {
  readonly fault?: Fault | null;
  readonly countsAgainst?: 'payer' | 'payee' | null;
  readonly request?: { readonly by: OpenRequest } | null;
  readonly split?: { readonly by: 'payer' | 'payee'; readonly at: Date } | null;
  readonly state: OrderState;
  readonly extensionCount: number;
  readonly extensionMinutes: number;
  readonly askedMinutes: number | null;
  readonly hasCase?: boolean;
  readonly paidAt: Date | null;
  readonly endedAt: Date | null;
  readonly stoodStillMs?: number;
}

/** Cancels that a payer has left today, in all and of those after "paid". */
export interface CancelsLeft {
  readonly all: number;
  readonly afterPaid: number;
}

export function actionFacts(
  order: OrderFacts,
  role: 'payer' | 'payee',
  now: Date,
  cancelsLeft?: CancelsLeft,
): ActionFacts {
  return {
    state: order.state,
    role,
    isOwner: order.ownerId === memberOf(order, role),
    now: now.getTime(),
    request: order.request?.by ?? null,
    paidAt: order.paidAt?.getTime() ?? null,
    extensionCount: order.extensionCount,
    extensionMinutes: order.extensionMinutes,
    hasAskedTime: order.askedMinutes !== null,
    splitBy: splitOfferedBy(order.split, now.getTime()),
    blamed: blamedBy(order),
    hasCase: order.hasCase ?? false,
    endedAt: order.endedAt?.getTime() ?? null,
    stoodStillMs: order.stoodStillMs ?? 0,
    ...(cancelsLeft && { cancelsLeft: order.paidAt === null ? cancelsLeft.all : cancelsLeft.afterPaid }),
  };
}
