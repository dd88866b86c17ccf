import {
  ORDER_STATE_INFO,
  TIMERS,
  type ActionFacts,
  type Hat,
  type OrderState,
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

/** How long the clock that a transition starts will run; null where it stops. */
export function clockMsOf(clock: Transition['clock'], payWindowMinutes: number): number | null {
  if (clock === 'stop') return null;
  if (clock === 'pay') return payWindowMinutes * 60_000;
  assert(
    clock !== 'keep' && clock !== 'extend' && clock !== 'shift',
    'a transition that works today starts a clock or stops it',
  );
  return TIMERS[clock].defaultMs;
}

export type Fault = 'payer' | 'payee' | 'none' | 'undecided';

/** Whose fault a transition says it was, once the reason of a cancel is known. A cancel of the payer's own will is the payer's. */
export function faultOf(fault: Transition['fault'], cancelReason: string | null): Fault | null {
  assert(fault !== 'owner', 'a transition that works today blames the payer or the payee');
  if (fault !== 'by-reason') return fault ?? null;
  return cancelReason === 'details-wrong' || cancelReason === 'seller-asked' ? 'undecided' : 'payer';
}

/** The timer event that fires when the deadline of a state passes; undefined for states whose clock nothing acts on yet. */
export function dueEventOf(state: OrderState): 'pay-time-ended' | 'grace-time-ended' | undefined {
  if (state === 'LOCKED') return 'pay-time-ended';
  return state === 'GRACE' ? 'grace-time-ended' : undefined;
}

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
