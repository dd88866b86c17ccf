import type { OrderDetail, OrderSummary } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO, type OrderAction } from '@holdfast/contract/orders';
import { isYourTurn } from '#components/order-duty.rules.ts';

type Allowed = OrderSummary['allowedActions'][number];

export function isOpen(order: Pick<OrderSummary, 'allowedActions'>, action: OrderAction): boolean {
  return order.allowedActions.some((allowed) => allowed.action === action && allowed.open);
}

/** Releasing before the payer has said anything is allowed, but never suggested: it stands in the menu. */
export function isReleaseEarly({ state }: Pick<OrderSummary, 'state'>): boolean {
  return state === 'LOCKED' || state === 'GRACE';
}

/** The one thing at the thumb: what the server lets this side do next. Everything else is in the menu. */
export function mainActionOf(
  order: Pick<OrderSummary, 'allowedActions' | 'role' | 'state'>,
): 'paid' | 'release' | undefined {
  if (order.role === 'payer') return isOpen(order, 'paid') ? 'paid' : undefined;
  return isOpen(order, 'release') && !isReleaseEarly(order) ? 'release' : undefined;
}

/**
 * What else stands in the room besides the menu, where this side is likely to want it: the operators once nobody answers, and more time where
 * the other side asks for it or its time is over.
 */
export function secondActionOf(
  order: Pick<OrderDetail, 'allowedActions' | 'role' | 'state' | 'askedMinutes'>,
): 'appeal' | 'extend' | undefined {
  const { role, state } = order;
  const isWaitedFor = state === 'STUCK_SELF' || (state === 'PAID' && role === 'payer');
  if (isWaitedFor && isOpen(order, 'appeal')) return 'appeal';
  const isAsked = order.askedMinutes !== null || state === 'GRACE';
  return isAsked && isOpen(order, 'extend') ? 'extend' : undefined;
}

/** Answers to a request have their place beside it. */
const ANSWERS: readonly OrderAction[] = [
  'allow-cancel',
  'deny-cancel',
  'deny-as-received',
  'split',
  'offer-split',
  'decline-split',
  'take-blame',
];

/**
 * What the menu mentions: everything but the main action and the answers, open ones first. Those of an order that waits for acceptance stand
 * on the screen.
 */
export function menuActionsOf(
  order: Pick<OrderSummary, 'allowedActions' | 'cancelRequest' | 'role' | 'state'>,
): Allowed[] {
  const main = mainActionOf(order);
  return order.allowedActions
    .filter(({ action, open }) => action !== main && !(order.state === 'ACCEPT_WAIT' && open))
    .filter(({ action }) => !ANSWERS.includes(action) && !isAnswer(order, action))
    .toSorted((a, b) => Number(b.open) - Number(a.open));
}

/** Whether asking to cancel would answer the other side, who has asked meanwhile: answers stand beside the request. */
export function isAnswer(order: Pick<OrderSummary, 'cancelRequest'>, action: string): boolean {
  return action === 'request-cancel' && order.cancelRequest !== null;
}

/** How an order ended that its owner did not take; undefined for every other one. */
export function notAcceptedBy({ timeline, isOwner }: Pick<OrderDetail, 'timeline' | 'isOwner'>) {
  const end = timeline.at(-1)?.event;
  if (end === 'decline') return isOwner ? 'declinedOwn' : 'declined';
  if (end === 'accept-time-ended') return isOwner ? 'unansweredOwn' : 'unanswered';
  return undefined;
}

/** `current` is the viewer's own turn, `waiting` the present step of somebody else. */
export type StepState = 'done' | 'current' | 'waiting' | 'open' | 'broken';

/** Where the order is on its way: ordered, paid, confirmed, done. One that ended badly breaks at the step it did not pass. */
export function stepStatesOf(
  order: Pick<OrderDetail, 'state' | 'paid' | 'role' | 'isOwner' | 'duty'>,
): [StepState, StepState, StepState, StepState] {
  const { state, paid } = order;
  if (state === 'FINISHED') return ['done', 'done', 'done', 'done'];
  if (!ORDER_STATE_INFO[state].live)
    return paid ? ['done', 'done', 'broken', 'open'] : ['done', 'broken', 'open', 'open'];
  const present = isYourTurn(order) ? 'current' : 'waiting';
  if (state === 'ACCEPT_WAIT') return [present, 'open', 'open', 'open'];
  return paid ? ['done', 'done', present, 'open'] : ['done', present, 'open', 'open'];
}
