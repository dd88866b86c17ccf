import { sql, type RawBuilder } from 'kysely';
import { defined, type MemberId, type OperatorId, type OrderId } from '@holdfast/kernel';
import { sendLater, type Database, type Tx } from '#platform/db/db.ts';
import { unflushed } from '#platform/db/unflushed.ts';

/**
 * What changed for a member: hints for the live streams. `inbox` says that the inbox has new rows, `thread` that an order has new lines, `profile` who
 * the member is, `ended` that a session ended.
 */
export const TOPICS = ['inbox', 'orders', 'thread', 'balance', 'listings', 'profile', 'ended'] as const;
export type Topic = (typeof TOPICS)[number];

/** What changed for operators: the order that is looked at (`orders`, `thread`), what waits for them and who has it (`board`), their session. */
export const OPERATOR_TOPICS = ['orders', 'thread', 'board', 'ended'] as const;
export type OperatorTopic = (typeof OPERATOR_TOPICS)[number];

/** Who is told: a member, whoever looks at an order at the console, an operator, or all of them. */
export type Audience = MemberId | `order:${OrderId}` | `operator:${OperatorId}` | 'operators';

export interface Hint {
  readonly memberId: MemberId;
  readonly topic: Topic;
  /** Of this order: operators who look at it are told too. */
  readonly orderId?: OrderId;
}

/** A hint that no member gets. */
type OperatorHint =
  | { readonly topic: 'orders'; readonly orderId: OrderId }
  | { readonly topic: 'board' }
  | { readonly topic: 'ended'; readonly operatorId: OperatorId };

/** Adds hints to the outbox in the transaction of their cause: each of `members` is told of each of `topics` after the commit. */
export async function enqueueHintsFor(
  tx: Tx,
  members: readonly MemberId[],
  topics: readonly Topic[],
  orderId?: OrderId,
): Promise<void> {
  await enqueueHints(
    tx,
    members.flatMap((memberId) =>
      topics.map((topic) => ({ memberId, topic, ...(orderId !== undefined && { orderId }) })),
    ),
  );
}

/** Each of them once. */
function distinct(hints: readonly Hint[]): readonly Hint[] {
  return [
    ...new Map(hints.map((hint) => [`${hint.memberId} ${hint.topic} ${hint.orderId ?? ''}`, hint])).values(),
  ];
}

/** SQL that adds hints to the outbox, each once: a statement of its own, or part of the one that they tell of. */
export function insertHints(hints: readonly Hint[]): RawBuilder<unknown> {
  const each = distinct(hints);
  return sql`
    insert into platform.outbox (member_id, topic, order_id)
    select * from unnest(${each.map(({ memberId }) => memberId)}::bigint[], ${each.map(({ topic }) => topic)}::text[],
      ${each.map(({ orderId }) => orderId ?? null)}::bigint[])`;
}

/** Adds hints to the outbox in the transaction of their cause. */
export async function enqueueHints(tx: Tx, hints: readonly Hint[]): Promise<void> {
  if (hints.length > 0) sendLater(tx, insertHints(hints));
}

/** Tells operators after the commit of `tx` what no member is told. */
export function hintOperators(tx: Tx, ...hints: readonly OperatorHint[]): void {
  const orderOf = (hint: OperatorHint) => (hint.topic === 'orders' ? hint.orderId : null);
  const operatorOf = (hint: OperatorHint) => (hint.topic === 'ended' ? hint.operatorId : null);
  sendLater(
    tx,
    sql`
      insert into platform.operator_hint (topic, order_id, operator_id)
      select * from unnest(${hints.map(({ topic }) => topic)}::text[], ${hints.map(orderOf)}::bigint[], ${hints.map(operatorOf)}::bigint[])`,
  );
}

/** What one run of the relay has done: how many hints it published, and how many deliveries of carriers it made due. */
export interface Published {
  readonly count: number;
  readonly due: number;
}

/** Operators' own hints that one notification carries beside those of members. They are few, and what is left goes with the next. */
const OPERATOR_HINTS = 20;

/**
 * Publishes up to `limit` hints to every gateway process, with what they tell operators, makes the deliveries due of whoever has a new message in the
 * inbox, and removes the hints from the outbox, in one statement: at least once, and two relays never publish the same one. Only the relay calls it: a
 * NOTIFY in a money transaction would serialise its commit. It waits for no carrier: deliveries are locked by single statements alone, in order.
 * Rows that are locked stay where they are, so they are deleted by their places: by their numbers, a plan made while the outbox was empty compared each
 * with each.
 */
export async function publishHints(db: Database, limit: number): Promise<Published> {
  const { rows } = await sql<Published>`
    with published as (
      delete from platform.outbox where ctid = any(array(
        select ctid from platform.outbox order by id limit ${limit} for update skip locked
      )) returning member_id, topic, order_id
    ), told as (
      select d.subscription_id from platform.subscription s join platform.delivery d on d.subscription_id = s.id
      where s.member_id in (select member_id from published where topic = 'inbox')
      order by d.subscription_id for update of d
    ), due as (
      update platform.delivery d
      set news = d.news + 1, newest_at = platform.app_now(), waiting_since = coalesce(d.waiting_since, platform.app_now()),
          due_at = coalesce(d.due_at, platform.app_now())
      from told where d.subscription_id = told.subscription_id returning d.subscription_id
    ), for_operators as (
      delete from platform.operator_hint where ctid = any(array(
        select ctid from platform.operator_hint order by id limit ${OPERATOR_HINTS} for update skip locked
      )) returning topic, order_id, operator_id
    ), hint as (
      select member_id::text as audience, topic from published
      union select 'order:' || order_id, topic from published where order_id is not null
      union select coalesce('order:' || order_id, 'operator:' || operator_id, 'operators'), topic from for_operators
    ), payload as (
      select '[' || string_agg(json_build_array(audience, topic)::text, ',' order by audience, topic) || ']' as hints from hint
    )
    select (select count(*)::int from published) as count, (select count(*)::int from due) as due,
           case when hints is not null then pg_notify('holdfast_live', hints) end, ${unflushed(db)} from payload`.execute(
    db,
  );
  const { count, due } = defined(rows[0], 'an aggregate is one row');
  return { count, due };
}
