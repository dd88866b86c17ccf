import type { InboxRow } from '@holdfast/contract/calls';

/** Inbox rows that wait for their dialog, each once and in the order of the inbox, without those that were seen in any tab. */
export function mergeRows(
  waiting: readonly InboxRow[],
  { news = [], seen }: { news?: readonly InboxRow[]; seen: bigint },
): readonly InboxRow[] {
  const bySeq = new Map([...waiting, ...news].map((row) => [row.seq, row]));
  return [...bySeq.values()]
    .filter(({ seq }) => BigInt(seq) > seen)
    .toSorted((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? -1 : 1));
}

/**
 * The safety notices that a device still has to show. One sign-in on another device writes two notices: the session that it ended, and
 * the sign-in. Whoever reads them has signed in again, so only the sign-in is shown.
 */
export function safetyToShow(safety: readonly InboxRow[], answered: bigint): readonly InboxRow[] {
  const signIns = new Set(
    safety.filter(({ type }) => type === 'userNormalLogin').map(({ extra }) => extra['when']),
  );
  return safety.filter(
    ({ seq, type, extra }) =>
      BigInt(seq) > answered && !(type === 'userForcedLogout' && signIns.has(extra['when'])),
  );
}

/**
 * How far the inbox is seen by messages that are not shown from it: up to where something else waits, for an own row behind
 * somebody else's must not take that with it.
 */
export function lastPassed(own: readonly InboxRow[], [first]: readonly InboxRow[]): InboxRow | undefined {
  return own.findLast(({ seq }) => first === undefined || BigInt(seq) < BigInt(first.seq));
}
