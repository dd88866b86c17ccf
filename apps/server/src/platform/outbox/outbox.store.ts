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

/** What one commit has changed for a member, as a row of the outbox. */
interface Row {
  readonly memberId: MemberId;
  readonly topics: ReadonlySet<Topic>;
  readonly orderId: OrderId | undefined;
}

/** A row for each member, and one more for each further order: what is of no order goes with the member's first one. */
function rowsOf(hints: readonly Hint[]): readonly Row[] {
  return [...Map.groupBy(hints, ({ memberId }) => memberId)].flatMap(([memberId, own]) => {
    const first = own.find(({ orderId }) => orderId !== undefined)?.orderId;
    const byOrder = Map.groupBy(own, ({ orderId }) => orderId ?? first);
    return [...byOrder].map(([orderId, of]) => ({
      memberId,
      orderId,
      topics: new Set(of.map(({ topic }) => topic)),
    }));
  });
}

/** SQL that adds hints to the outbox, each once: a statement of its own, or part of the one that they tell of. */
export function insertHints(hints: readonly Hint[]): RawBuilder<unknown> {
  const rows = rowsOf(hints);
  return sql`
    insert into platform.outbox (member_id, topics, order_id)
    select member_id, string_to_array(topics, ' '), order_id
    from unnest(${rows.map(({ memberId }) => memberId)}::bigint[], ${rows.map(({ topics }) => [...topics].join(' '))}::text[],
      ${rows.map(({ orderId }) => orderId ?? null)}::bigint[]) line (member_id, topics, order_id)`;
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

/** What one run of the relay has done: how many rows of hints it published, and how many deliveries of carriers it made due. */
export interface Published {
  readonly count: number;
  readonly due: number;
}

/** Operators' own hints that one notification carries beside those of members. They are few, and what is left goes with the next. */
const OPERATOR_HINTS = 20;

/**
 * Publishes up to `limit` rows of hints to every gateway process, with what they tell operators, makes the deliveries due of whoever has a new message in the
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
      )) returning member_id, topics, order_id
    ), told as (
      select d.subscription_id from platform.subscription s join platform.delivery d on d.subscription_id = s.id
      where s.member_id in (select member_id from published where 'inbox' = any(topics))
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
      select member_id::text as audience, topic from published, unnest(topics) topic
      union select 'order:' || order_id, topic from published, unnest(topics) topic
        where order_id is not null and topic in ('orders', 'thread')
      union select coalesce('order:' || order_id, 'operator:' || operator_id, 'operators'), topic from for_operators
    ), line as (
      select json_build_array(audience, string_agg(topic, ' ' order by topic))::text as text from hint group by audience order by audience
    ), payload as (
      select '[' || string_agg(text, ',') || ']' as hints from line
    )
    select (select count(*)::int from published) as count, (select count(*)::int from due) as due,
           case when hints is not null then pg_notify('holdfast_live', hints) end, ${unflushed(db)} from payload`.execute(
    db,
  );
  const { count, due } = defined(rows[0], 'an aggregate is one row');
  return { count, due };
}
