import type { JournalEntry } from '@holdfast/contract/calls';
import { taipeiMidnight } from '@holdfast/contract/rules';
import type { OrderId } from '@holdfast/kernel';
import type { JournalKind } from '@holdfast/ledger';

type Kind = JournalEntry['kind'];

/** The kinds of a ledger's entry, and what each of them cost or gave a member, that are one kind in the eyes of that member. */
export const MOVEMENTS: Readonly<Record<Exclude<Kind, 'other'>, readonly JournalKind[]>> = {
  issue: [{ kind: 'issue', direction: 1 }],
  publish: [{ kind: 'listing.publish', direction: 0 }],
  close: [{ kind: 'listing.close', direction: 0 }],
  lock: [{ kind: 'order.lock', direction: 0 }],
  sale: [{ kind: 'order.finish', direction: -1 }],
  purchase: [{ kind: 'order.finish', direction: 1 }],
  return: [{ kind: 'order.cancel', direction: 0 }],
  // A ruling may give the payee everything back, a part, or nothing.
  ruling: ([-1, 0, 1] as const).map((direction) => ({ kind: 'order.split', direction })),
  relock: [{ kind: 'order.relock', direction: 0 }],
  'hold-end': [{ kind: 'order.hold-end', direction: 0 }],
};
const KIND_OF = new Map<string, Kind>(
  Object.entries(MOVEMENTS).flatMap(([name, movements]) =>
    movements.map(({ kind, direction }) => [`${kind} ${direction}`, name as Kind]),
  ),
);

/** A ledger entry's kind in the eyes of one of its members: what they gained is a purchase, what they gave a sale. */
export function journalKindOf(kind: string, change: bigint): Kind {
  return KIND_OF.get(`${kind} ${change > 0n ? 1 : change < 0n ? -1 : 0}`) ?? 'other';
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The instants between which the days of Taipei from `from` to `to` lie, the last one included. */
export function instantsOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : new Date(taipeiMidnight(from)),
    until: to === undefined ? undefined : new Date(taipeiMidnight(to) + DAY_MS),
  };
}

/** How much moved, whichever way: parts of one member's money gain what others lose. */
export function movedBy(changes: readonly bigint[]): bigint {
  return changes.reduce((most, change) => {
    const size = change < 0n ? -change : change;
    return size > most ? size : most;
  }, 0n);
}

/** What an entry's reference says it is about: `order:12:finish:3` is order 12. */
export function subjectOf(reference: string): { orderId: OrderId | null; listingId: string | null } {
  const [what, id] = reference.split(':');
  const known = id !== undefined && /^\d+$/.test(id) ? id : null;
  return {
    orderId: what === 'order' ? (known as OrderId | null) : null,
    listingId: what === 'listing' ? known : null,
  };
}
