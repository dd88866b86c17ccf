import type { InboxRow } from '@holdfast/contract/calls';
import { isAboutOrder } from '@holdfast/contract/notifications';

/** Whether a notification tells of the very order that is on the screen: the room shows it, and a dialog would only stand in the way. */
export function isOnScreen(
  { type, extra }: InboxRow,
  place: { path: string; orderId: string | undefined },
): boolean {
  const { path, orderId } = place;
  return (
    path === '/front-end-order' && orderId !== undefined && isAboutOrder(type) && extra['orderId'] === orderId
  );
}
