import type { Tx } from '#platform/db/db.ts';
import { insertMessages, type InboxMessage } from './inbox.store.ts';

/** Writes inbox rows in the transaction of what they tell; live streams hear of them after its commit. */
export async function tell(tx: Tx, messages: readonly InboxMessage[]): Promise<void> {
  if (messages.length > 0) await insertMessages(tx, messages);
}
