import {
  findTransition,
  isBuilt,
  ORDER_STATE_INFO,
  ORDER_TIMER_EVENTS,
  TIMERS,
  TRANSITIONS,
  type ActionFacts,
  type Hat,
  type OrderState,
  type OrderTimer,
  type TimerName,
  type Transition,
} from '@holdfast/contract/orders';
import { assert, type MemberId } from '@holdfast/kernel';

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

/** A clock that begins to run now. */
export interface StartedClock {
  readonly name: OrderTimer;
  readonly ms: number;
}

/** The clock that a transition starts in place of those that ran; null where all stop. */
export function clockOf(
  { id, clock }: Pick<Transition, 'id' | 'clock'>,
  payWindowMinutes: number,
): StartedClock | null {
  if (clock === 'stop') return null;
  assert(isOrderTimer(clock), `${id} works today, so it starts a clock or stops all`);
  return { name: clock, ms: clock === 'pay' ? payWindowMinutes * 60_000 : TIMERS[clock].defaultMs };
}

function isOrderTimer(clock: TimerName | Transition['clock']): clock is OrderTimer {
  return Object.hasOwn(ORDER_TIMER_EVENTS, clock);
}

/** How long a clock waits after each failed try, in seconds. */
const BACK_OFF_SECONDS = [5, 15, 60, 180];

/** How long a clock waits that has failed `tries` times by its own fault; one that has not waits as after the first. */
export function backOffSeconds(tries: number): number {
  return BACK_OFF_SECONDS[Math.min(Math.max(tries, 1), BACK_OFF_SECONDS.length) - 1] ?? 0;
}

export type Fault = 'payer' | 'payee' | 'none' | 'undecided';

/** Whose fault a transition says it was, once the reason of a cancel is known. A cancel of the payer's own will is the payer's. */
export function faultOf(fault: Transition['fault'], cancelReason: string | null): Fault | null {
  assert(fault !== 'owner', 'a transition that works today blames the payer or the payee');
  if (fault !== 'by-reason') return fault ?? null;
  return cancelReason === 'details-wrong' || cancelReason === 'seller-asked' ? 'undecided' : 'payer';
}

/** The transition that a timer fires in a state; undefined where nothing that is built acts on it. */
export function firedBy(timer: OrderTimer, state: OrderState): Transition | undefined {
  const event = ORDER_TIMER_EVENTS[timer];
  const transition = event === null ? undefined : findTransition({ at: state }, event, 'timer');
  return transition && isBuilt(transition) ? transition : undefined;
}

/** The timers that fire today. The others are shown as deadlines, and nothing acts on them yet. */
export const FIRING_TIMERS: readonly OrderTimer[] = (Object.keys(ORDER_TIMER_EVENTS) as OrderTimer[]).filter(
  (name) => TRANSITIONS.some((it) => it.event === ORDER_TIMER_EVENTS[name] && isBuilt(it)),
);

/** Whether the payer may see where to pay: while the payment is awaited or has been made, never in between or after. */
export function areDetailsShown(state: OrderState, role: 'payer' | 'payee'): boolean {
  return (
    role === 'payer' &&
    (state === 'LOCKED' || state === 'PAID' || state === 'STUCK_SELF' || state === 'STUCK_CASE')
  );
}

export function isLive(state: OrderState): boolean {
  return ORDER_STATE_INFO[state].live;
}

interface OrderFacts extends Parties {
  readonly state: OrderState;
  readonly paidAt: Date | null;
  readonly endedAt: Date | null;
}

export function actionFacts(order: OrderFacts, role: 'payer' | 'payee', now: Date): ActionFacts {
  return {
    state: order.state,
    role,
    isOwner: order.ownerId === memberOf(order, role),
    now: now.getTime(),
    paidAt: order.paidAt?.getTime() ?? null,
    endedAt: order.endedAt?.getTime() ?? null,
  };
}
