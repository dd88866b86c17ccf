import type { Tx } from '#platform/db/db.ts';
import { enqueueHints, type Hint } from '#platform/outbox/outbox.store.ts';
import { insertMessages, type InboxMessage } from './inbox.store.ts';

/**
 * Writes inbox rows in the transaction of what they tell; live streams hear of them after its commit, and of `hints`, what else the
 * screens of those concerned must fetch anew.
 */
export async function tell(
  tx: Tx,
  messages: readonly InboxMessage[],
  hints: readonly Hint[] = [],
): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages);
  const rows = [...messages.map(({ memberId }) => ({ memberId, topic: 'inbox' as const })), ...hints];
  if (rows.length > 0) await enqueueHints(tx, rows);
}
