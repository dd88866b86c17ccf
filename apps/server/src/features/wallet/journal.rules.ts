import type { JournalEntry } from '@holdfast/contract/calls';
import type { OrderId } from '@holdfast/kernel';

type Kind = JournalEntry['kind'];

const KINDS: Readonly<Record<string, Kind>> = {
  issue: 'issue',
  'listing.publish': 'publish',
  'listing.close': 'close',
  'order.lock': 'lock',
  'order.cancel': 'return',
};

/** A ledger entry's kind in the eyes of one of its members: what they gained is a purchase, what they gave a sale. */
export function journalKindOf(kind: string, change: bigint): Kind {
  if (kind === 'order.finish') return change > 0n ? 'purchase' : 'sale';
  return KINDS[kind] ?? 'other';
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
