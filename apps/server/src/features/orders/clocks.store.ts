import { ORDER_STATE_INFO, ORDER_STATES } from '@holdfast/contract/orders';
import type { OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { ClockChange } from './clocks.rules.ts';
import { FIRING_TIMERS } from './order.rules.ts';

/** SQL of the clocks of orders, for the statements that change an order together with them. */

/** SQL of the clock of each state that runs, as the cases of an expression. */
export const CLOCK_OF_STATE = sql.join(
  ORDER_STATES.filter((state) => ORDER_STATE_INFO[state].live).map(
    (state) => sql`when ${sql.lit(state)} then ${sql.lit(ORDER_STATE_INFO[state].clock)}`,
  ),
  sql` `,
);

/** SQL of the name of the clock that decides what happens if nobody acts (`clockOf` of the contract). */
export const DECIDING_CLOCK = sql`case when orders.state = 'PAID' and orders.request_by is not null then 'cancelAck' else case orders.state ${CLOCK_OF_STATE} end end`;

/**
 * SQL of when the state of a live order is to end, given that its deciding clock is due then. A case says itself until when it is ruled: its time
 * begins anew for whoever leads, while the clock with which it began stays where the events of the order have it.
 */
export const deadlineOf = (dueAt: RawBuilder<unknown>) => sql`coalesce(
  case when orders.state = 'STUCK_CASE' then (select ruling_due_at from orders.case_file where order_id = orders.id and closed_at is null) end, ${dueAt})`;

/** Clocks that begin to run, at once or from when another one is due. */
function startedClocks(id: OrderId, starts: ClockChange['starts']): RawBuilder<unknown> {
  const names = sql`${starts.map(({ name }) => name)}::text[]`;
  const seconds = sql`${starts.map(({ ms }) => ms / 1000)}::float[]`;
  const follow = starts.some(({ after }) => after !== undefined);
  const clocks = follow
    ? sql`unnest(${names}, ${seconds}, ${starts.map(({ after }) => after ?? null)}::text[]) clock (name, seconds, after)
        left join orders.timer earlier on earlier.order_id = ${id} and earlier.name = clock.after`
    : sql`unnest(${names}, ${seconds}) clock (name, seconds)`;
  const from = follow ? sql`coalesce(earlier.due_at, platform.app_now())` : sql`platform.app_now()`;
  // More time is the same time: what an outage took of it before counts as well.
  const since = follow ? sql`coalesce(earlier.started_at, platform.app_now())` : sql`platform.app_now()`;
  return sql`
      insert into orders.timer (order_id, name, started_at, due_at)
      select changed.id, clock.name, ${since}, ${from} + make_interval(secs => clock.seconds)
      from changed cross join ${clocks}
      on conflict (order_id, name) do update
        set started_at = excluded.started_at, due_at = excluded.due_at, paused_left = null, tries = 0, retry_at = null,
          overlapped = ${follow ? sql`timer.overlapped` : false} -- more time to pay is the same duty
      returning name, due_at`;
}

/**
 * Condition: a clock of this order is due that fires. The clocks of the order are read and asked: with their time in a condition the plan may read all
 * that are due, of whatever order.
 */
export const isAnyDue = (orderId: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce((
  select bool_or(due_at <= platform.app_now()) from orders.timer where order_id = ${orderId} and name = any(${FIRING_TIMERS})), false)`;

/**
 * Common table expressions of a change of clocks of the order in `changed`: `started` begins to run, a name that ran already anew, and `running`
 * are all that run afterwards. Statements of one query see the clocks as they were, so each name is met by one of them. What a change does not do
 * is left out: an empty part costs as much to set up as one that writes.
 */
export function changedClocks(id: OrderId, { keeps, pauses, starts }: ClockChange) {
  const started = starts.map(({ name }) => name);
  const kept = [...keeps, ...pauses, ...started];
  const stay = keeps.filter((name) => !started.includes(name));
  const running = [
    ...(started.length > 0 ? [sql`select name, due_at from started`] : []),
    ...(stay.length > 0
      ? [sql`select name, due_at from orders.timer where order_id = ${id} and name = any(${stay}::text[])`]
      : []),
  ];
  const none = sql`select null::text as name, null::timestamptz as due_at where false`;
  return sql.join([
    sql`stopped as (
      delete from orders.timer where order_id = ${id} and exists (select from changed)${kept.length > 0 ? sql` and name <> all(${kept}::text[])` : sql``})`,
    ...(pauses.length > 0
      ? [
          sql`paused as (
      update orders.timer set paused_left = greatest(due_at - platform.app_now(), interval '0'), due_at = null
      where order_id = ${id} and exists (select from changed) and name = any(${pauses}::text[]) and due_at is not null)`,
        ]
      : []),
    ...(started.length > 0 ? [sql`started as (${startedClocks(id, starts)})`] : []),
    sql`running as (${running.length > 0 ? sql.join(running, sql` union all `) : none})`,
  ]);
}

/** When a clock is due, as exact as the database keeps it. */
export const EXACT_DUE_AT = sql`to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL of the clocks in a query, by name, each with the time at which it is due. */
export const clocksIn = (from: RawBuilder<unknown>) => sql`(
  select coalesce(jsonb_object_agg(name, ${EXACT_DUE_AT}), '{}'::jsonb) from ${from} where due_at is not null)`;

/** When the time to pay of an order ended, as the event of its end says; undefined while it has not. */
export async function findPayEnd(tx: Tx, orderId: OrderId): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select (detail #>> '{deadlines,before,pay}')::timestamptz as at from orders.event
    where order_id = ${orderId} and event = 'pay-time-ended' order by version desc limit 1`.execute(tx);
  return rows[0]?.at;
}
