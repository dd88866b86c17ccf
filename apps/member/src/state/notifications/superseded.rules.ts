import type { InboxRow } from '@holdfast/contract/calls';
import { THREAD_NOTICE } from '@holdfast/contract/notifications';

/**
 * Those of a list, the newest first, after which something else has happened to the same order: what they asked for holds no more. That somebody has
 * written changes nothing of it.
 */
export function findSuperseded(
  rows: readonly Pick<InboxRow, 'seq' | 'type' | 'extra'>[],
): ReadonlySet<string> {
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
