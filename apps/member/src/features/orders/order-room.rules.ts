import type { OrderDetail, OrderSummary } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO, type OrderAction } from '@holdfast/contract/orders';

type Allowed = OrderSummary['allowedActions'][number];

export function findAction(
  order: Pick<OrderSummary, 'allowedActions'>,
  action: OrderAction,
): Allowed | undefined {
  return order.allowedActions.find((allowed) => allowed.action === action);
}

export function isOpen(order: Pick<OrderSummary, 'allowedActions'>, action: OrderAction): boolean {
  return findAction(order, action)?.open === true;
}

/** The one thing at the thumb: what the server lets this side do next. Everything else is in the menu. */
export function mainActionOf(
  order: Pick<OrderSummary, 'allowedActions' | 'role'>,
): 'paid' | 'release' | undefined {
  const wanted = order.role === 'payer' ? 'paid' : 'release';
  return isOpen(order, wanted) ? wanted : undefined;
}

/** Releasing before the payer has said anything is allowed, but never suggested: it is not the primary action then. */
export function isReleaseEarly({ state }: Pick<OrderSummary, 'state'>): boolean {
  return state === 'LOCKED' || state === 'GRACE';
}

/** What the menu mentions: everything but the main action, open ones first. */
export function menuActionsOf(order: Pick<OrderSummary, 'allowedActions' | 'role'>): Allowed[] {
  const main = mainActionOf(order);
  return order.allowedActions
    .filter(({ action }) => action !== main)
    .toSorted((a, b) => Number(b.open) - Number(a.open));
}

export type StepState = 'done' | 'current' | 'open' | 'broken';

/** Where the order is on its way: locked, paid, confirmed, done. One that ended badly breaks at the step it did not pass. */
export function stepStatesOf(
  order: Pick<OrderDetail, 'state' | 'paid'>,
): [StepState, StepState, StepState, StepState] {
  const { state, paid } = order;
  if (state === 'FINISHED') return ['done', 'done', 'done', 'done'];
  if (!ORDER_STATE_INFO[state].live)
    return paid ? ['done', 'done', 'broken', 'open'] : ['done', 'broken', 'open', 'open'];
  if (state === 'ACCEPT_WAIT') return ['current', 'open', 'open', 'open'];
  return paid ? ['done', 'done', 'current', 'open'] : ['done', 'current', 'open', 'open'];
}

/** The order that a wide screen shows beside the list when none was asked for: the first whose turn is the member's. */
export function pickOrder<T extends Pick<OrderSummary, 'orderId'>>(
  orders: readonly T[],
  wanted: string | undefined,
  isYours: (order: T) => boolean,
): string | undefined {
  return wanted ?? (orders.find(isYours) ?? orders[0])?.orderId;
}
