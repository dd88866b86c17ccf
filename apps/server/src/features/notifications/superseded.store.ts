import { isAboutOrder, ORDER_NOTIFICATION_TYPES } from '@holdfast/contract/notifications';
import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { StoredMessage } from './inbox.store.ts';

/**
 * Those of a page after which their member was told of another state of the same order, wherever that message stands. What says no state takes
 * only an earlier one of its own kind away, as among the dialogs that wait (`last-words.rules.ts` of the member app).
 */
export async function findSuperseded(
  tx: Tx,
  memberId: MemberId,
  messages: readonly StoredMessage[],
): Promise<ReadonlySet<bigint>> {
  const seqs = messages.filter(({ type }) => isAboutOrder(type)).map(({ seq }) => seq);
  if (seqs.length === 0) return new Set();
  // One look into the index for each type: how much was written into an order since costs nothing.
  const { rows } = await sql<{ seq: bigint }>`
    select m.seq from inbox.message m
    where m.member_id = ${memberId} and m.seq = any(${seqs.map(String)}::bigint[])
      and exists (
        select from unnest(array[m.type] || ${[...ORDER_NOTIFICATION_TYPES]}::text[]) speaking (type)
        where exists (
          select from inbox.message later
          where later.member_id = m.member_id and later.order_id = m.order_id and later.type = speaking.type and later.seq > m.seq
        )
      )`.execute(tx);
  return new Set(rows.map(({ seq }) => seq));
}
