import type { InboxRow } from '@holdfast/contract/calls';
import { isOrderNotificationType } from '@holdfast/contract/notifications';

/**
 * What waits, oldest first, without those whose order has gone on to another state meanwhile: the message of that state waits behind them. A
 * message that says nothing of a state (somebody wrote, an outage gave time back) takes only its own kind from the queue: of two, the later one.
 */
export function withoutSuperseded<R extends Pick<InboxRow, 'type' | 'extra'>>(
  rows: readonly R[],
): readonly R[] {
  const later = new Set<string>();
  return rows
    .toReversed()
    .filter(({ type, extra: { orderId } }) => {
      if (typeof orderId !== 'string') return true;
      const isSuperseded = later.has(orderId) || later.has(`${orderId} ${type}`);
      later.add(isOrderNotificationType(type) ? orderId : `${orderId} ${type}`);
      return !isSuperseded;
    })
    .toReversed();
}
