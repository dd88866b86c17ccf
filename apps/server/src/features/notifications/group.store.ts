import { noticeGroupOf, type NoticeGroup } from '@holdfast/contract/notifications';
import { defined, type MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { MESSAGE, toMessage, type MessageRow, type StoredMessage } from './inbox.store.ts';

/** So many messages are looked at for one page of a group at the most. */
export const SCANNED_MAX = 500;

/** The messages of an index in which a group lies: orders in that of all, the account in its own, the others together in one. */
const scanOf = (group: NoticeGroup) => {
  if (group === 'orders' || group === 'messages') return sql`true`;
  return group === 'account' ? sql`safety` : sql`not safety and type not like 'order%'`;
};

/** The newest `limit` of a group before `before`, among the newest `SCANNED_MAX` of its index; how many were looked at, and the last of these. */
export async function scanGroup(
  tx: Tx,
  {
    memberId,
    group,
    before,
    limit,
  }: { memberId: MemberId; group: NoticeGroup; before: bigint; limit: number },
): Promise<{ found: StoredMessage[]; scanned: number; last: bigint }> {
  // Types alone first: what is not shown is not read.
  const { rows: scanned } = await sql<{ seq: bigint; type: string }>`
    select seq, type from inbox.message
    where member_id = ${memberId} and seq < ${before} and ${scanOf(group)}
    order by seq desc limit ${SCANNED_MAX}`.execute(tx);
  const seqs = scanned
    .filter(({ type }) => noticeGroupOf(type) === group)
    .slice(0, limit)
    .map(({ seq }) => seq);
  const { rows } = await sql<MessageRow>`
    select ${MESSAGE} from inbox.message m
    where member_id = ${memberId} and seq = any(${seqs.map(String)}::bigint[]) order by seq desc`.execute(tx);
  return {
    found: rows.map((row) => toMessage(tx, memberId, row)),
    scanned: scanned.length,
    last: scanned.length > 0 ? defined(scanned.at(-1), 'there is one').seq : before,
  };
}
