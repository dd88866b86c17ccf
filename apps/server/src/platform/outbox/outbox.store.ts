import { sql, type RawBuilder } from 'kysely';
import { defined, type MemberId } from '@holdfast/kernel';
import { sendLater, type Database, type Tx } from '#platform/db/db.ts';
import { unflushed } from '#platform/db/unflushed.ts';

/**
 * What changed for a member: hints for the live streams. `inbox` says that the inbox has new rows, `thread` that an order has new lines, `profile` who
 * the member is, `ended` that a session ended.
 */
export const TOPICS = ['inbox', 'orders', 'thread', 'balance', 'listings', 'profile', 'ended'] as const;
export type Topic = (typeof TOPICS)[number];

export interface Hint {
  readonly memberId: MemberId;
  readonly topic: Topic;
}

/** Adds hints to the outbox in the transaction of their cause: each of `members` is told of each of `topics` after the commit. */
export async function enqueueHintsFor(
  tx: Tx,
  members: readonly MemberId[],
  topics: readonly Topic[],
): Promise<void> {
  await enqueueHints(
    tx,
    members.flatMap((memberId) => topics.map((topic) => ({ memberId, topic }))),
  );
}

/** Each of them once. */
function distinct(hints: readonly Hint[]): readonly Hint[] {
  return [...new Map(hints.map((hint) => [`${hint.memberId} ${hint.topic}`, hint])).values()];
}

/** SQL that adds hints to the outbox, each once: a statement of its own, or part of the one that they tell of. */
export function insertHints(hints: readonly Hint[]): RawBuilder<unknown> {
  const each = distinct(hints);
  return sql`
    insert into platform.outbox (member_id, topic)
    select * from unnest(${each.map(({ memberId }) => memberId)}::bigint[], ${each.map(({ topic }) => topic)}::text[])`;
}

/** Adds hints to the outbox in the transaction of their cause. */
export async function enqueueHints(tx: Tx, hints: readonly Hint[]): Promise<void> {
  if (hints.length > 0) sendLater(tx, insertHints(hints));
}

/** What one run of the relay has done: how many hints it published, and how many deliveries of carriers it made due. */
export interface Published {
  readonly count: number;
  readonly due: number;
}

/**
 * Publishes up to `limit` hints to every gateway process, makes the deliveries due of whoever has a new message in the inbox, and removes the hints
 * from the outbox, in one statement: at least once, and two relays never publish the same one. Only the relay calls it: a NOTIFY in a
 * money transaction would serialise its commit. It waits for no carrier: deliveries are locked by single statements alone, in order.
 */
export async function publishHints(db: Database, limit: number): Promise<Published> {
  const { rows } = await sql<Published>`
    with published as (
      delete from platform.outbox where id in (
        select id from platform.outbox order by id limit ${limit} for update skip locked
      ) returning member_id, topic
    ), told as (
      select d.subscription_id from platform.subscription s join platform.delivery d on d.subscription_id = s.id
      where s.member_id in (select member_id from published where topic = 'inbox')
      order by d.subscription_id for update of d
    ), due as (
      update platform.delivery d
      set news = d.news + 1, newest_at = platform.app_now(), waiting_since = coalesce(d.waiting_since, platform.app_now()),
          due_at = coalesce(d.due_at, platform.app_now())
      from told where d.subscription_id = told.subscription_id returning d.subscription_id
    ), payload as (
      select '[' || string_agg(distinct json_build_array(member_id::text, topic)::text, ',') || ']' as hints,
             count(*)::int as count
      from published
    )
    select count, (select count(*)::int from due) as due, case when count > 0 then pg_notify('holdfast_live', hints) end,
           ${unflushed(db)} from payload`.execute(db);
  const { count, due } = defined(rows[0], 'an aggregate is one row');
  return { count, due };
}
