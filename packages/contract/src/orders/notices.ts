import type { ExtraField, OrderNotificationType } from '../notifications/notifications.ts';
import type { Hat } from './machine.ts';

export interface Title {
  readonly zhTW: string;
  readonly en: string;
}

export interface Notice extends Title {
  /** Another title for one recipient. */
  readonly titleFor?: Readonly<Partial<Record<Hat, Title>>>;
  /** Extra data that every notice of this type must carry, besides `type`. */
  readonly carries: readonly ExtraField[];
  /** Of each group at least one. */
  readonly carriesOneOf?: readonly ExtraField[];
}

/** Titles and extra data of the 13 order types (docs/spec/orders.md, notifications). When each fires is in the transitions of the machine. */
export const ORDER_NOTICES: Readonly<Record<OrderNotificationType, Notice>> = {
  orderLock: {
    zhTW: '您的掛單已被鎖定',
    en: 'Your listing has been locked',
    titleFor: { locker: { zhTW: '鎖定成功', en: 'Locked' } },
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
    zhTW: '付款時間將到，是否延長？',
    en: 'Time to pay is running out. Extend it?',
    carries: ['orderId', 'deadlineDate', 'stage', 'nick'],
  },
  orderExtend: {
    zhTW: '付款時間已延長',
    en: 'Time to pay has been extended',
    carries: ['orderId', 'deadlineDate'],
  },
  orderPaid: {
    zhTW: '買家已付款，請確認收款',
    en: 'The buyer has paid. Please check that the money arrived',
    carries: ['orderId', 'payType', 'paidUserNick', 'payer', 'amount', 'deadlineDate'],
    carriesOneOf: ['paidBank', 'paidQRType'],
  },
  orderWaitAck: {
    zhTW: '等待確認',
    en: 'Waiting for confirmation',
    carries: ['orderId', 'ackOf', 'deadlineDate', 'amount'],
  },
  orderFinish: {
    zhTW: '訂單完成',
    en: 'Order finished',
    carries: ['orderId', 'quantity', 'amount', 'coinType', 'resolution'],
  },
  orderStuck: {
    zhTW: '訂單卡單，請處理',
    en: 'The order is stuck and needs you',
    carries: ['orderId', 'stage', 'deadlineDate'],
  },
  orderCancel: {
    zhTW: '訂單已取消',
    en: 'Order cancelled',
    carries: ['orderId', 'cancelUserNick', 'quantity'],
  },
  orderAutoCancel: {
    zhTW: '逾時未付款，訂單已自動取消',
    en: 'Not paid in time: the order was cancelled',
    carries: ['orderId', 'quantity', 'claimUntil'],
  },
  orderForceCancel: {
    zhTW: '訂單已由客服強制取消',
    en: 'Support has cancelled the order',
    carries: ['orderId', 'reason', 'claimUntil'],
  },
  orderAckCancel: {
    zhTW: '對方申請取消，請回覆',
    en: 'The other side asks to cancel. Please answer',
    carries: ['orderId', 'cancelUserNick', 'ackOf', 'deadlineDate', 'onSilence'],
  },
  orderAckAllow: {
    zhTW: '對方已同意',
    en: 'The other side has agreed',
    carries: ['orderId', 'ackOf'],
  },
  orderAutoAckCancel: {
    zhTW: '逾時未回覆，已自動取消',
    en: 'No answer in time: cancelled',
    carries: ['orderId', 'ackOf'],
  },
};

/** The title of an order notification for a recipient, whose hats are given. */
export function noticeTitle(type: OrderNotificationType, hats: readonly Hat[]): Title {
  const { zhTW, en, titleFor } = ORDER_NOTICES[type];
  return hats.map((hat) => titleFor?.[hat]).find(Boolean) ?? { zhTW, en };
}
