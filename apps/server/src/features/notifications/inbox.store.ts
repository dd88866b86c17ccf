import type { MemberId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';

export interface InboxMessage {
  readonly memberId: MemberId;
  readonly type: string;
  readonly extra: Readonly<Record<string, string | number | boolean>>;
}

export interface InboxMessageRow {
  readonly seq: bigint;
  readonly type: string;
  readonly extra: Record<string, unknown>;
  readonly at: Date;
}

/** Appends one message with the member's next number. The counter row stays locked until the commit: numbers follow commit order. */
export async function insertMessage(tx: Tx, message: InboxMessage): Promise<void> {
  await sql`
    with next as (
      insert into inbox.counter as c (member_id, last_seq) values (${message.memberId}, 1)
      on conflict (member_id) do update set last_seq = c.last_seq + 1
      returning last_seq
    )
    insert into inbox.message (member_id, seq, type, extra)
    select ${message.memberId}::bigint, last_seq, ${message.type}, ${JSON.stringify(message.extra)}::jsonb from next`.execute(
    tx,
  );
}

export async function findMessagesAfter(
  db: Database | Tx,
  { memberId, seq, limit }: { memberId: MemberId; seq: bigint; limit: number },
): Promise<InboxMessageRow[]> {
  const { rows } = await sql<InboxMessageRow>`
    select seq, type, extra, at from inbox.message
    where member_id = ${memberId} and seq > ${seq} order by seq limit ${limit}`.execute(db);
  return rows;
}

export async function findLastSeq(db: Database, memberId: MemberId): Promise<bigint> {
  const { rows } = await sql<{ last_seq: bigint }>`
    select last_seq from inbox.counter where member_id = ${memberId}`.execute(db);
  return rows[0]?.last_seq ?? 0n;
}
