import type { InboxRow } from '@holdfast/contract/calls';

/** Those of a list, the newest first, after which something else was said of the same order: what they asked for holds no more. */
export function findSuperseded(rows: readonly Pick<InboxRow, 'seq' | 'extra'>[]): ReadonlySet<string> {
  const spokenOf = new Set<unknown>();
  const superseded = new Set<string>();
  for (const { seq, extra } of rows) {
    const { orderId } = extra;
    if (typeof orderId !== 'string') continue;
    if (spokenOf.has(orderId)) superseded.add(seq);
    spokenOf.add(orderId);
  }
  return superseded;
}
