import { ORDER_TIMER_EVENTS } from '@holdfast/contract/orders';
import { sql } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import type { Trade } from './trade.ts';

/** What must be true of a week, whatever has happened in it, beside the invariants. Each fault is a sentence. */

/** Workers look twice a second; what a kill or a start takes is real time. */
const LATE_SECONDS_MAX = 60;

interface Fired {
  readonly id: string;
  readonly transition: string;
  readonly clock: string;
  /** By what the event itself says. */
  readonly early: boolean;
  readonly late: boolean;
  /** The event before it said the same. */
  readonly isExplained: boolean;
  readonly inDowntime: boolean;
}

const CLOCKS_OF_EVENTS = sql.join(
  Object.entries(ORDER_TIMER_EVENTS).flatMap(([clock, event]) =>
    event === null ? [] : [sql`(${sql.lit(clock)}, ${sql.lit(event)})`],
  ),
);

/** Each deadline that fired did so at the time which the event before it had said, and not while the product stood still. */
export async function firingFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<Fired>`
    with clocks (clock, event) as (values ${CLOCKS_OF_EVENTS}),
    fired as (
      select e.order_id::text as id, e.transition, clock, e.at, (e.detail #>> array['deadlines', 'before', clock])::timestamptz as due,
        (p.detail #>> array['deadlines', 'after', clock])::timestamptz as said
      from orders.event e join clocks using (event)
        join orders.event p on p.order_id = e.order_id and p.version = e.version - 1
      where e.actor = 'system' and e.detail #> array['deadlines', 'before', clock] is not null
        and e.detail #> array['deadlines', 'after', clock] is null)
    select id, transition, clock, at < due as early, at > due + make_interval(secs => ${LATE_SECONDS_MAX}) as late,
      said is not distinct from due as "isExplained",
      exists (select from platform.downtime d where d.starts_at <= at and d.ends_at > at) as "inDowntime"
    from fired`.execute(db);
  return rows.flatMap(({ id, transition, clock, ...fired }) => {
    const what = `the clock "${clock}" of order ${id} (${transition})`;
    return [
      fired.early && `${what} fired early`,
      fired.late && `${what} fired late`,
      !fired.isExplained && `${what} was due at a time that no event had said`,
      fired.inDowntime && `${what} fired in a downtime`,
    ].filter((fault) => fault !== false);
  });
}

/** What an outage moves, it moves by its length, or by the rest of it where the clock began in it: processes hear of a maintenance within seconds. */
export async function outageFaults(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; clock: string; minutes: number }>`
    with moved as (
      select e.order_id, e.version, b.key as clock, (e.detail #>> array['deadlines', 'after', b.key])::timestamptz - b.value::timestamptz as part
      from orders.event e, jsonb_each_text(e.detail #> '{deadlines,before}') b where e.event = 'outage-declared')
    select order_id::text as id, clock, extract(epoch from part)::float / 60 as minutes from moved m
    where not exists (
      select from platform.downtime d left join orders.event began
        on began.order_id = m.order_id and began.version < m.version and began.at between d.starts_at and d.ends_at
      where abs(extract(epoch from part - (d.ends_at - d.starts_at))) < 0.001 or abs(extract(epoch from part - (d.ends_at - began.at))) < 0.001)`.execute(
    db,
  );
  return rows.map(
    ({ id, clock, minutes }) => `an outage moved "${clock}" of order ${id} by ${minutes} minutes`,
  );
}

/** Who has paid and said so has the coin, and nobody else's payee has lost it. */
export async function moneyFaults(db: Database, trades: readonly Trade[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; isSaid: boolean; isFinished: boolean; isOpen: boolean }>`
    select o.id::text, state = 'FINISHED' as "isFinished", ended_at is null as "isOpen",
      exists (select from orders.event e where e.order_id = o.id and e.event in ('paid', 'late-claim')) as "isSaid"
    from orders.orders o`.execute(db);
  const orders = new Map(rows.map((row) => [row.id, row]));
  return trades.flatMap(({ orderId, hasPaid }) => {
    const order = orders.get(orderId);
    if (!order) return [`order ${orderId} is gone`];
    return [
      order.isOpen && `order ${orderId} never ended`,
      hasPaid && order.isSaid && !order.isFinished && `the payer of order ${orderId} paid, said so and lost`,
      !hasPaid && order.isFinished && `the payee of order ${orderId} lost what nobody had paid for`,
    ].filter((fault) => fault !== false);
  });
}
