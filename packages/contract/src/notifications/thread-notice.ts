import type { Title } from '../orders/notice-texts.ts';
import { isOrderNotificationType } from './types.ts';

/**
 * The notice of a new line in an order's thread. No transition sends it, so it is none of the notification types of orders: an older app shows it
 * as an information. Sent at most once in `TIMERS.chatPushGap` per order and receiver.
 */
export const THREAD_NOTICE = 'orderMessage';
export const THREAD_NOTICE_TITLE: Title = { zhTW: '訂單有新訊息', en: 'New message in an order' };

/** The notice of an offered split, and of one that was declined; outside the types of the machine, as the one above. */
export const SPLIT_NOTICE = 'orderSplit';
const SPLIT_TITLES: Readonly<Record<'offered' | 'declined', Title>> = {
  offered: { zhTW: '對方提議拆分訂單，請回覆', en: 'The other side offers to split. Please answer' },
  declined: { zhTW: '拆分提議已作罷', en: 'The offer to split is off the table' },
};
export const splitNoticeTitle = (stage: unknown): Title =>
  SPLIT_TITLES[stage === 'declined' ? 'declined' : 'offered'];

/** The note of what an outage has given back (T33), to both sides; outside the types of the machine too. */
export const OUTAGE_NOTICE = 'orderOutage';
export const OUTAGE_NOTICE_TITLE: Title = {
  zhTW: '系統曾經中斷或維護，訂單時限已順延',
  en: 'There was an outage or maintenance. Your order has more time',
};

/** Whether a notification is about an order, which its `orderId` names. */
export function isAboutOrder(type: string): boolean {
  return (
    type === THREAD_NOTICE || type === SPLIT_NOTICE || type === OUTAGE_NOTICE || isOrderNotificationType(type)
  );
}
