import type { ExtraField } from '../notifications/notifications.ts';
import type { OrderNotificationType } from '../notifications/types.ts';
import { NOTICE_TEXTS, type NoticeFacts, type NoticeText, type Title } from './notice-texts.ts';

export interface Notice {
  /** Said where a notice does not tell who reads it or why: one of a server that is newer than the app. */
  readonly title: Title;
  /** Extra data that every notice of this type must carry, besides `type`. */
  readonly carries: readonly ExtraField[];
  /** Of each group at least one. */
  readonly carriesOneOf?: readonly ExtraField[];
}

/** Neutral titles and extra data of the 13 order types (docs/spec/orders.md, notifications). When each fires is in the transitions of the machine. */
export const ORDER_NOTICES: Readonly<Record<OrderNotificationType, Notice>> = {
  orderLock: {
    title: { zhTW: '有新的訂單', en: 'New order' },
    carries: [
      'orderId',
      'serialNo',
      'coinType',
      'lockType',
      'lockUserNick',
      'lockQuantity',
      'amount',
      'lockDate',
      'deadlineDate',
      'userLevelName',
      'isOwner',
    ],
  },
  orderRemindExtend: {
    title: { zhTW: '付款時間提醒', en: 'About the time to pay' },
    carries: ['orderId', 'deadlineDate', 'stage', 'nick'],
  },
  orderExtend: {
    title: { zhTW: '付款時間已延長', en: 'Time to pay has been extended' },
    carries: ['orderId', 'deadlineDate'],
  },
  orderPaid: {
    title: { zhTW: '買家已付款，請到銀行查帳', en: 'The buyer has paid. Check your bank' },
    carries: ['orderId', 'payType', 'paidUserNick', 'payer', 'amount', 'deadlineDate'],
    carriesOneOf: ['paidBank', 'paidQRType'],
  },
  orderWaitAck: {
    title: { zhTW: '訂單等待回覆', en: 'An order is waiting for an answer' },
    carries: ['orderId', 'ackOf', 'deadlineDate', 'amount'],
  },
  orderFinish: {
    title: { zhTW: '訂單完成', en: 'Order finished' },
    carries: ['orderId', 'quantity', 'amount', 'coinType', 'resolution'],
  },
  orderStuck: {
    title: { zhTW: '訂單卡住了', en: 'The order is stuck' },
    carries: ['orderId', 'stage', 'deadlineDate'],
  },
  orderCancel: {
    title: { zhTW: '訂單已取消', en: 'Order cancelled' },
    carries: ['orderId', 'cancelUserNick', 'quantity'],
  },
  orderAutoCancel: {
    title: { zhTW: '逾時未付款，訂單已自動取消', en: 'Not paid in time: the order was cancelled' },
    carries: ['orderId', 'quantity', 'claimUntil'],
  },
  orderForceCancel: {
    title: { zhTW: '客服已取消訂單', en: 'Support has cancelled the order' },
    carries: ['orderId', 'resolution', 'reason', 'claimUntil'],
  },
  orderAckCancel: {
    title: { zhTW: '對方對訂單有回覆', en: 'The other side has answered' },
    carries: ['orderId', 'cancelUserNick', 'ackOf', 'deadlineDate', 'onSilence'],
  },
  orderAckAllow: {
    title: { zhTW: '對方已同意', en: 'The other side has agreed' },
    carries: ['orderId', 'ackOf'],
  },
  orderAutoAckCancel: {
    title: { zhTW: '逾時未回覆，訂單已取消', en: 'No answer in time: the order was cancelled' },
    carries: ['orderId', 'ackOf'],
  },
};

/** `transactionType` says which way the coin goes, and the payer is the one who gets the coin. */
const ROLES: Readonly<Record<string, NoticeFacts['role']>> = { in: 'payer', out: 'payee' };

/** The facts that select a text. They come from outside, so they are only compared with known values, never shown. */
function factsOf(extra: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { transactionType, holdUntil } = extra;
  const role =
    typeof transactionType === 'string' && Object.hasOwn(ROLES, transactionType)
      ? ROLES[transactionType]
      : undefined;
  return { ...extra, role, isHeld: typeof holdUntil === 'string' };
}

/** The text of an order notification for its recipient. */
export function orderNotice(
  type: OrderNotificationType,
  extra: Readonly<Record<string, unknown>>,
): NoticeText {
  const facts = factsOf(extra);
  const said = NOTICE_TEXTS[type].find(({ if: wanted }) =>
    Object.entries(wanted).every(([name, value]) => facts[name] === value),
  );
  return said ?? { title: ORDER_NOTICES[type].title };
}
