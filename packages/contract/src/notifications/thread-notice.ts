import type { Title } from '../orders/notice-texts.ts';
import { isOrderNotificationType } from './types.ts';

/**
 * The notice of a new line in an order's thread. No transition sends it, so it is none of the notification types of orders: an older app shows it
 * as an information. Sent at most once in `TIMERS.chatPushGap` per order and receiver.
 */
export const THREAD_NOTICE = 'orderMessage';
export const THREAD_NOTICE_TITLE: Title = { zhTW: '訂單有新訊息', en: 'New message in an order' };

/** Whether a notification is about an order, which its `orderId` names. */
export function isAboutOrder(type: string): boolean {
  return type === THREAD_NOTICE || isOrderNotificationType(type);
}
