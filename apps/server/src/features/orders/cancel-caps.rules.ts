import type { OrderEvent, OrderState, Transition } from '@holdfast/contract/orders';
import type { MemberId } from '@holdfast/kernel';
import { bearerOf, type Fault } from './order.rules.ts';

/** Whose cancels count, how many of them a day allows, and what follows beyond (docs/spec/orders.md). */

export interface CancelCaps {
  /** Cancels by own fault. */
  readonly max: number;
  /** Those of them after "paid" was pressed. */
  readonly afterPaidMax: number;
}

const NEWCOMER_FINISHED = 3;

/** Newcomers may err more often. */
export function capsOf(finished: number): CancelCaps {
  return finished < NEWCOMER_FINISHED ? { max: 5, afterPaidMax: 3 } : { max: 3, afterPaidMax: 1 };
}

/** Minutes without new orders, for each time that a member goes beyond a cap. After the last of them it is the rest of the day. */
const LADDER_MINUTES = [15, 30, 60, 240];

/** Until when the member has no new orders after the step, which counts from 1. Never beyond the day, with which all of it ends. */
export function blockedUntil(step: number, now: Date, dayEnd: Date): Date {
  const minutes = LADDER_MINUTES[step - 1];
  if (minutes === undefined) return dayEnd;
  return new Date(Math.min(now.getTime() + minutes * 60_000, dayEnd.getTime()));
}

interface Counted {
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly paidAt: Date | null;
  readonly endedAt: Date | null;
  readonly state: OrderState;
  readonly request: { readonly by: 'by-payer' | 'by-payee'; readonly askedAt: Date } | null;
}

/** One more cancel of a member; `capped`: it is refused beyond the cap. */
export interface CancelCount {
  readonly memberId: MemberId;
  readonly afterPaid: boolean;
  readonly capped: boolean;
}

/** One cancel less, on the day on which it was counted. */
export interface CancelReturn {
  readonly memberId: MemberId;
  readonly afterPaid: boolean;
  readonly at: Date;
}

export interface CancelChange {
  readonly count?: CancelCount;
  readonly giveBack?: CancelReturn;
}

/**
 * What a transition from `before` does to the cancels of a day. A reason that blames the other side counts for who gives it until the other side
 * has agreed; nobody is counted for what somebody else says alone. Before an order is accepted nothing counts, or an owner's cap
 * could be used up by asking and being declined.
 */
export function cancelChange(
  before: Counted,
  { to, fault, transition }: { to: OrderState; fault: Fault | null; transition: Transition },
): CancelChange {
  const { request, payerId, payeeId } = before;
  const afterPaid = before.paidAt !== null;
  const capped = transition.guards.includes('cancel-cap');
  if (transition.opens === 'by-payer') return { count: { memberId: payerId, afterPaid, capped } };
  const isCancelled =
    (to === 'CANCELLED' || to === 'AUTO_CANCELLED') &&
    before.endedAt === null &&
    before.state !== 'ACCEPT_WAIT';
  const atFault = isCancelled ? bearerOf(fault, request) : undefined;
  const memberId = atFault && (atFault === 'payer' ? payerId : payeeId);
  const wasCounted = request?.by === 'by-payer';
  if (wasCounted && transition.closes && atFault !== 'payer') {
    const giveBack = { memberId: payerId, afterPaid, at: request.askedAt };
    return memberId ? { giveBack, count: { memberId, afterPaid, capped } } : { giveBack };
  }
  if (!memberId || (wasCounted && atFault === 'payer')) return {};
  return { count: { memberId, afterPaid, capped } };
}

/**
 * When the cancel was counted that ended an order: with its end, or, where the payer had asked for it and that was granted or met with silence,
 * when it was asked; or when the other side has taken it over. The events are those of one order, in their sequence.
 */
export function countedAt(
  events: readonly { readonly event: OrderEvent; readonly actor: string; readonly at: Date }[],
  endedAt: Date,
): Date {
  const taken = events.findLast(({ event }) => event === 'take-blame');
  if (taken && taken.at.getTime() >= endedAt.getTime()) return taken.at;
  const own = events.filter(({ at }) => at.getTime() <= endedAt.getTime());
  const end = own.at(-1);
  const asked = own.findLast(({ event }) => event === 'request-cancel');
  const isGranted = end?.event === 'allow-cancel' || end?.event === 'request-time-ended';
  return isGranted && asked?.actor === 'payer' ? asked.at : endedAt;
}
