import type { JournalEntry } from '@holdfast/contract/calls';

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

/** What an entry's reference says it is about: `order:12:finish:3` is order 12. */
export function subjectOf(reference: string): { orderId: string | null; listingId: string | null } {
  const [what, id] = reference.split(':');
  const known = id !== undefined && /^\d+$/.test(id) ? id : null;
  return { orderId: what === 'order' ? known : null, listingId: what === 'listing' ? known : null };
}
