import type { Clocks } from '@holdfast/contract/order-events';
import type { OrderState, OpenRequest } from '@holdfast/contract/orders';
import type { MemberId, OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { Downtime } from '#platform/maintenance/downtime.store.ts';
import { EXACT_DUE_AT } from './clocks.store.ts';

/** A live order whose clocks a downtime has moved. */
export interface MovedOrder {
  readonly id: OrderId;
  readonly serialNo: string;
  readonly version: number;
  readonly state: OrderState;
  readonly requestBy: OpenRequest | null;
  readonly ownerId: MemberId;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly deadlines: { readonly before: Clocks; readonly after: Clocks };
  /** By how much, at the most. */
  readonly minutes: number;
  /** Since when the offer of a split counts from now on, as exact as the database keeps it; null: it has not moved. */
  readonly splitAt: string | null;
}

/**
 * Moves the clocks of live orders, and the offers of a split, by the part of a downtime during which they ran, and makes a version of each order
 * of it. One that was due before is not moved: it fires now. One that stands still has its time left. The rows of the orders are locked first, in
 * one order, as commands lock them.
 */
export async function moveOrders(
  tx: Tx,
  { from, until }: Downtime,
  splitOfferSeconds: number,
): Promise<MovedOrder[]> {
  const isRunning = sql`due_at > ${from} and started_at < ${until}`;
  const isOffered = sql`split_at < ${until} and split_at + make_interval(secs => ${splitOfferSeconds}) > ${from}`;
  const partSince = (start: ReturnType<typeof sql>) =>
    sql`(${until}::timestamptz - greatest(${start}, ${from}::timestamptz))`;
  await sql`
    select from orders.orders o where ended_at is null and (${isOffered}
      or exists (select from orders.timer where order_id = o.id and ${isRunning}))
    order by id for no key update`.execute(tx);
  // Joins alone: a look at what has moved for each order grows with the square of the orders.
  const { rows } = await sql<MovedOrder>`
    with moved as (
      update orders.timer set due_at = due_at + ${partSince(sql`started_at`)}, overlapped = true
      where ${isRunning} returning order_id, name, due_at, ${partSince(sql`started_at`)} as part),
    offered as (
      select id as order_id, ${partSince(sql`split_at`)} as part from orders.orders where ended_at is null and ${isOffered}),
    touched as (
      select order_id, max(part) as part, max(offer_part) as offer_part
      from (select order_id, part, null::interval as offer_part from moved union all select order_id, part, part from offered) it group by 1),
    changed as (
      update orders.orders o set version = version + 1, split_at = split_at + coalesce(offer_part, '0')
      from touched where o.id = touched.order_id and o.ended_at is null
      returning o.*, touched.part, touched.offer_part),
    clocks as (
      select order_id, jsonb_object_agg(name, before) as before, jsonb_object_agg(name, after) as after
      from (
        select order_id, name, before, ${EXACT_DUE_AT} as after
        from (
          select was.order_id, was.name, was.before, coalesce(moved.due_at, was.due_at) as due_at
          from (
            select order_id, name, due_at, ${EXACT_DUE_AT} as before from orders.timer
            where due_at is not null and order_id in (select order_id from touched)) was
          left join moved on moved.order_id = was.order_id and moved.name = was.name) will
      ) clock group by 1)
    select changed.id::text, serial_no as "serialNo", version, state, request_by as "requestBy", owner_id::text as "ownerId",
      payer_id::text as "payerId", payee_id::text as "payeeId", greatest(ceil(extract(epoch from part) / 60), 1)::int as minutes,
      case when offer_part is not null then to_char(split_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') end as "splitAt",
      jsonb_build_object('before', coalesce(before, '{}'), 'after', coalesce(after, '{}')) as deadlines
    from changed left join clocks on clocks.order_id = changed.id
    order by changed.id`.execute(tx);
  return rows;
}
