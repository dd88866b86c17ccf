import { sql } from 'kysely';
import { type MemberId, toMemberId } from '@holdfast/kernel';
import type { Database, Tx } from '#platform/db/db.ts';

/** What changed for a member: hints for live streams, and the sign that the inbox has new rows. */
export const TOPICS = ['inbox', 'orders', 'balance', 'listings', 'ended'] as const;
export type Topic = (typeof TOPICS)[number];

export interface OutboxRow {
  readonly memberId: MemberId;
  readonly topic: Topic;
}

/** Notes, in the transaction of the effect, that `members` must hear of `topics` once it has committed. */
export async function tellLater(
  tx: Tx,
  members: readonly MemberId[],
  topics: readonly Topic[],
): Promise<void> {
  await noteLater(
    tx,
    members.flatMap((memberId) => topics.map((topic) => ({ memberId, topic }))),
  );
}

/** The same for members who must hear of different things. */
export async function noteLater(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  const members = rows.map(({ memberId }) => memberId);
  const topics = rows.map(({ topic }) => topic);
  await sql`insert into platform.outbox (member_id, topic)
            select distinct * from unnest(${members}::bigint[], ${topics}::text[])`.execute(tx);
}

/** Takes up to `limit` rows and removes them; two relays never take the same one. Given back if the transaction fails. */
export async function takeOutbox(tx: Tx, limit: number): Promise<OutboxRow[]> {
  const { rows } = await sql<{ member_id: bigint; topic: Topic }>`
    delete from platform.outbox where id in (
      select id from platform.outbox order by id limit ${limit} for update skip locked
    ) returning member_id, topic`.execute(tx);
  return rows.map((row) => ({ memberId: toMemberId(row.member_id), topic: row.topic }));
}

/** Wakes every gateway process that listens. Called by the relay alone: a notify inside a money transaction would queue commits. */
export async function notifyLive(db: Database, rows: readonly OutboxRow[]): Promise<void> {
  const payload = JSON.stringify(rows.map((row) => [row.memberId, row.topic]));
  await sql`select pg_notify('holdfast_live', ${payload})`.execute(db);
}
