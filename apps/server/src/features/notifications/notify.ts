import type { Tx } from '#platform/db/db.ts';
import { enqueueHints, type Hint } from '#platform/outbox/outbox.store.ts';
import { insertMessages, type InboxMessage } from './inbox.store.ts';

/**
 * Adds messages to inboxes in the transaction of their cause (transactional outbox): live streams are notified after its commit, also of
 * `hints`, which name what else the members' screens must refetch.
 */
export async function notify(
  tx: Tx,
  messages: readonly InboxMessage[],
  hints: readonly Hint[] = [],
): Promise<void> {
  const rows = [...messages.map(({ memberId }) => ({ memberId, topic: 'inbox' as const })), ...hints];
  if (messages.length > 0) insertMessages(tx, messages, rows);
  else await enqueueHints(tx, rows);
}
