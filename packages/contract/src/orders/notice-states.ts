import type { OrderDetail } from '../calls/orders.ts';
import type { OrderNotificationType } from '../notifications/types.ts';
import type { OrderState } from './machine.ts';

/** A meaning of a type of notifications: the facts that tell it from others of its type, and in which states of its order it can be the last word. */
type Meaning = readonly [facts: Readonly<Record<string, string | boolean>>, states: readonly OrderState[]];

/**
 * In which states of its order a notification can be the last word: those that its transitions lead to. By its facts, for one type says "accepted, please
 * pay" and "agreed to cancel". Written down, because the transitions are too much to load for who reads one message; a test compares the two.
 */
const NOTICE_STATES: Readonly<Record<OrderNotificationType, readonly Meaning[]>> = {
  orderLock: [[{}, ['LOCKED']]],
  orderWaitAck: [
    [{ ackOf: 'lock' }, ['ACCEPT_WAIT']],
    [{ ackOf: 'payment' }, ['PAID']],
  ],
  orderAckAllow: [
    [{ ackOf: 'lock' }, ['LOCKED']],
    [{ ackOf: 'cancel' }, ['CANCELLED']],
  ],
  orderAckCancel: [
    [{ ackOf: 'lock' }, ['CANCELLED']],
    [{ ackOf: 'cancel' }, ['LOCKED', 'PAID', 'STUCK_SELF', 'STUCK_CASE']],
  ],
  orderAutoAckCancel: [
    [{ ackOf: 'lock' }, ['AUTO_CANCELLED']],
    [{ ackOf: 'cancel' }, ['CANCELLED']],
  ],
  orderCancel: [[{}, ['CANCELLED']]],
  orderRemindExtend: [
    [{ stage: 'ending' }, ['LOCKED']],
    [{ stage: 'asked' }, ['LOCKED']],
    [{ stage: 'grace' }, ['GRACE']],
  ],
  orderExtend: [[{}, ['LOCKED']]],
  orderPaid: [[{}, ['PAID']]],
  orderAutoCancel: [[{}, ['AUTO_CANCELLED']]],
  orderFinish: [[{}, ['FINISHED']]],
  orderStuck: [
    [{ claimed: true }, ['CANCELLED', 'AUTO_CANCELLED']],
    [{ ended: true }, ['FINISHED', 'FORCE_CANCELLED']],
    [{ stage: 'case' }, ['STUCK_CASE']],
    [{ stage: 'self' }, ['STUCK_SELF']],
  ],
  orderForceCancel: [[{}, ['FORCE_CANCELLED']]],
};

/** The states of the first meaning whose facts it has. Of a later server's that is none of these, those of its whole type. */
function statesOf({ type, extra }: Pick<Told, 'type' | 'extra'>): readonly OrderState[] {
  const meanings = NOTICE_STATES[type];
  const meant = meanings.find(([facts]) => Object.entries(facts).every(([name, is]) => extra[name] === is));
  return meant ? meant[1] : meanings.flatMap(([, states]) => states);
}

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
  return hasChanged && !(statesOf(told).includes(order.state) && isStillAsked(told, order));
}

/** The same of an offer to share what is in escrow: it is answered, taken back or lapses while the state stays. */
export const isOfferOver = (
  { extra }: Pick<Told, 'extra'>,
  { splitOffer }: Pick<OrderDetail, 'splitOffer'>,
): boolean => extra['stage'] === 'offered' && splitOffer?.by !== 'counterparty';
