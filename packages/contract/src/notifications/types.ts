/** What a member is told (spec 3). Order types fire where `orders.ts` says. Apart from what is said and done about each: addresses know the types too. */

export const ORDER_NOTIFICATION_TYPES = [
  'orderLock',
  'orderAutoCancel',
  'orderExtend',
  'orderFinish',
  'orderRemindExtend',
  'orderStuck',
  'orderWaitAck',
  'orderPaid',
  'orderCancel',
  'orderForceCancel',
  'orderAckCancel',
  'orderAutoAckCancel',
  'orderAckAllow',
] as const;
export type OrderNotificationType = (typeof ORDER_NOTIFICATION_TYPES)[number];

/** Of the notices outside the types of the machine those that the first code has to tell apart; `thread-notice.ts` has the others and what all of them say. */
export const THREAD_NOTICE = 'orderMessage';
export const SPLIT_NOTICE = 'orderSplit';
export const ANSWER_NOTICE = 'orderAnswer';

export const NOTIFICATION_TYPES = [
  'userNormalLogin',
  'userWithdrawSuccess',
  'userForcedLogout',
  'merchantBindReview',
  'userBankCardReview',
  'userRealNameReview',
  ...ORDER_NOTIFICATION_TYPES,
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

function isOneOf<T extends string>(values: readonly T[], text: string): text is T {
  return (values as readonly string[]).includes(text);
}

export function isNotificationType(text: string): text is NotificationType {
  return isOneOf(NOTIFICATION_TYPES, text);
}

export function isOrderNotificationType(text: string): text is OrderNotificationType {
  return isOneOf(ORDER_NOTIFICATION_TYPES, text);
}
