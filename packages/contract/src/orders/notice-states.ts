import type { OrderDetail } from '../calls/orders.ts';
import type { OrderNotificationType } from '../notifications/types.ts';
import type { OrderState } from './machine.ts';

/**
 * In which states of its order a notification can be the last word: those that its transitions lead to. Written down, because the transitions
 * are too much to load for who reads one message; a test compares the two.
 */
export const NOTICE_STATES: Readonly<Record<OrderNotificationType, readonly OrderState[]>> = {
  orderLock: ['LOCKED'],
  orderWaitAck: ['ACCEPT_WAIT', 'PAID'],
  orderAckAllow: ['LOCKED', 'CANCELLED'],
  orderAckCancel: ['LOCKED', 'PAID', 'STUCK_SELF', 'STUCK_CASE', 'CANCELLED'],
  orderAutoAckCancel: ['CANCELLED', 'AUTO_CANCELLED'],
  orderCancel: ['CANCELLED'],
  orderRemindExtend: ['LOCKED', 'GRACE'],
  orderExtend: ['LOCKED'],
  orderPaid: ['PAID'],
  orderAutoCancel: ['AUTO_CANCELLED'],
  orderFinish: ['FINISHED'],
  orderStuck: ['STUCK_SELF', 'STUCK_CASE', 'CANCELLED', 'AUTO_CANCELLED', 'FINISHED', 'FORCE_CANCELLED'],
  orderForceCancel: ['FORCE_CANCELLED'],
};

interface Known extends Pick<OrderDetail, 'state' | 'cancelRequest' | 'askedMinutes'> {
  readonly timeline: readonly Pick<OrderDetail['timeline'][number], 'at'>[];
}

/** Whether what a notification asks for is still open: a request can be answered while the state stays. */
function isStillAsked({ type, extra }: Told, { state, cancelRequest, askedMinutes }: Known): boolean {
  if (type === 'orderAckCancel' && state !== 'CANCELLED') return cancelRequest?.by === 'counterparty';
  if (type === 'orderRemindExtend' && extra['stage'] === 'asked') return askedMinutes !== null;
  return true;
}

interface Told {
  readonly type: OrderNotificationType;
  readonly extra: Readonly<Record<string, unknown>>;
  /** When it was sent. */
  readonly at: string;
}

/**
 * Whether an order has moved on since a notification of it was sent, so that what it says holds no more. A notification that is newer than
 * anything the order tells of is believed: the order was read before it.
 */
export function isNoticeOver(told: Told, order: Known): boolean {
  const hasChanged = order.timeline.some(({ at }) => Date.parse(at) > Date.parse(told.at));
  return hasChanged && !(NOTICE_STATES[told.type].includes(order.state) && isStillAsked(told, order));
}
