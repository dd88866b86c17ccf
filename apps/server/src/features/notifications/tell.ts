import type { Tx } from '#platform/db/db.ts';
import { tellLater } from '#platform/outbox/outbox.store.ts';
import { insertMessage, type InboxMessage } from './inbox.store.ts';

/**
 * Writes inbox rows in the transaction of what they tell. By member number, so that two transitions that tell the same two members
 * take the counters in one order and cannot wait for each other.
 */
export async function tell(tx: Tx, messages: readonly InboxMessage[]): Promise<void> {
  const inOrder = messages.toSorted((a, b) => (BigInt(a.memberId) < BigInt(b.memberId) ? -1 : 1));
  for (const message of inOrder) await insertMessage(tx, message);
  if (inOrder.length > 0)
    await tellLater(tx, [...new Set(inOrder.map((message) => message.memberId))], ['inbox']);
}
