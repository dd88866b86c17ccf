import { ANSWER_NOTICE, isOrderNotificationType, SPLIT_NOTICE, THREAD_NOTICE } from './types.ts';

/** The note of what an outage has given back (T33), to both sides. */
export const OUTAGE_NOTICE = 'orderOutage';
/** The notice of a case that is not decided in time: by when it will be looked at now, and by whom. */
export const CASE_NOTICE = 'orderCase';

/** The notices about an order that no type of the machine stands for; `thread-notice.ts` has what each says. */
export const ORDER_NOTES = [THREAD_NOTICE, SPLIT_NOTICE, OUTAGE_NOTICE, ANSWER_NOTICE, CASE_NOTICE] as const;
export type OrderNote = (typeof ORDER_NOTES)[number];

/** Whether a notification is about an order, which its `orderId` names. */
export function isAboutOrder(type: string): boolean {
  return (ORDER_NOTES as readonly string[]).includes(type) || isOrderNotificationType(type);
}
