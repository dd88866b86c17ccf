import type { InboxRow } from '@holdfast/contract/calls';
import { isOrderNotificationType, THREAD_NOTICE } from '@holdfast/contract/notifications';

type Row = Pick<InboxRow, 'seq' | 'type' | 'extra'>;

/**
 * Those of a list, the newest first, after which something else has happened to the same order: what they asked for holds no more. That somebody has
 * written changes nothing of it.
 */
export function findSuperseded(rows: readonly Row[]): ReadonlySet<string> {
  const spokenOf = new Set<unknown>();
  const superseded = new Set<string>();
  for (const { seq, type, extra } of rows) {
    const { orderId } = extra;
    if (typeof orderId !== 'string') continue;
    if (spokenOf.has(orderId)) superseded.add(seq);
    if (type !== THREAD_NOTICE) spokenOf.add(orderId);
  }
  return superseded;
}

/**
 * What waits, oldest first, without those whose order has gone on to another state meanwhile: the message of that state waits behind them. A
 * message that says nothing of a state (somebody wrote, an outage gave time back) takes only its own kind from the queue: of two, the later one.
 */
export function withoutSuperseded<R extends Row>(rows: readonly R[]): readonly R[] {
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
