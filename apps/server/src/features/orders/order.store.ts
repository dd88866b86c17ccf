import type { OrderEvent, OrderState, Transition } from '@holdfast/contract/orders';
import type { PaymentDeclaration } from '@holdfast/contract/rules';
import { defined, type Coin, type MemberId, type PriceE4 } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import type { Fault } from './order.rules.ts';

export interface OrderRow {
  readonly id: bigint;
  readonly serial_no: string;
  readonly listing_id: bigint;
  readonly owner_id: bigint;
  readonly locker_id: bigint;
  readonly payer_id: bigint;
  readonly payee_id: bigint;
  readonly coin: Coin;
  readonly quantity: bigint;
  readonly price_e4: PriceE4;
  readonly pay_twd: bigint;
  readonly fee: bigint;
  readonly pay_window_minutes: number;
  readonly card_id: bigint;
  readonly state: OrderState;
  readonly version: number;
  readonly paid: PaymentDeclaration | null;
  readonly duty_since: Date | null;
  readonly deadline_at: Date | null;
  readonly locked_at: Date;
  readonly paid_at: Date | null;
  readonly ended_at: Date | null;
}

export interface NewOrder {
  readonly listingId: bigint;
  readonly listingVersion: number;
  readonly ownerId: bigint;
  readonly lockerId: MemberId;
  readonly payerId: MemberId | bigint;
  readonly payeeId: MemberId | bigint;
  readonly coin: Coin;
  readonly quantity: bigint;
  readonly priceE4: PriceE4;
  readonly payTwd: bigint;
  readonly feeBasisPoints: number;
  readonly fee: bigint;
  readonly payWindowMinutes: number;
  readonly cardId: bigint;
  readonly state: OrderState;
  /** Length of the clock of its first duty. */
  readonly clockMs: number;
}

/** A new order. Its serial number is readable and never says how many there are of a day. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    with number as (select nextval(pg_get_serial_sequence('orders.orders', 'id')) as id)
    insert into orders.orders (id, serial_no, listing_id, listing_version, owner_id, locker_id, payer_id, payee_id, coin, quantity,
        price_e4, pay_twd, fee_bp, fee, pay_window_minutes, card_id, state, duty_since, deadline_at)
    overriding system value
    select id, 'HF-' || to_char(platform.app_now() at time zone 'Asia/Taipei', 'YYMMDD') || '-' ||
        lpad(id::text, greatest(4, length(id::text)), '0'), -- a shorter length would cut the number off
        ${order.listingId}, ${order.listingVersion}, ${order.ownerId}, ${order.lockerId}, ${order.payerId}, ${order.payeeId},
        ${order.coin}, ${order.quantity}, ${order.priceE4}, ${order.payTwd}, ${order.feeBasisPoints}, ${order.fee},
        ${order.payWindowMinutes}, ${order.cardId}, ${order.state}, platform.app_now(),
        platform.app_now() + make_interval(secs => ${order.clockMs / 1000})
    from number returning *`.execute(tx);
  return defined(rows[0], 'an insert of one row');
}

/** The row under its lock, with whether its deadline has passed by the transaction's own time. */
export async function lockOrder(
  tx: Tx,
  id: string | bigint,
): Promise<(OrderRow & { readonly due: boolean }) | undefined> {
  const { rows } = await sql<OrderRow & { due: boolean }>`
    select *, coalesce(deadline_at <= platform.app_now(), false) as due from orders.orders where id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

export async function findOrder(tx: Tx, id: string | bigint): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`select * from orders.orders where id = ${id}`.execute(tx);
  return rows[0];
}

export interface OrderChange {
  readonly id: bigint;
  readonly from: OrderState;
  readonly version: number;
  readonly to: OrderState;
  /** Whether it is an end: a matter of the state, never of a clock that is missing. */
  readonly ended: boolean;
  /** Length of the clock that starts now; null at an end. */
  readonly clockMs: number | null;
  readonly fault: Fault | null;
  readonly resolution: Transition['resolution'] | null;
  readonly cancelReason: string | null;
  readonly paid: PaymentDeclaration | null;
}

/** One guarded step: undefined when the order is no longer where the caller saw it. */
export async function changeOrder(tx: Tx, change: OrderChange): Promise<OrderRow | undefined> {
  const { ended } = change;
  const paid = change.paid === null ? null : JSON.stringify(change.paid);
  const { rows } = await sql<OrderRow>`
    update orders.orders set
      previous_state = state, state = ${change.to}, version = version + 1,
      fault = coalesce(${change.fault}, fault), resolution = ${change.resolution},
      cancel_reason = coalesce(${change.cancelReason}, cancel_reason),
      paid = coalesce(${paid}::jsonb, paid), paid_at = case when ${paid}::jsonb is null then paid_at else platform.app_now() end,
      duty_since = case when ${ended} then null else platform.app_now() end,
      deadline_at = case when ${ended} then null else platform.app_now() + make_interval(secs => ${(change.clockMs ?? 0) / 1000}) end,
      ended_at = case when ${ended} then platform.app_now() end
    where id = ${change.id} and state = ${change.from} and version = ${change.version}
    returning *`.execute(tx);
  return rows[0];
}

export interface OrderEventRow {
  readonly version: number;
  readonly transition: string;
  readonly event: OrderEvent;
  readonly actor: 'payer' | 'payee' | 'system' | 'operator';
  readonly to_state: OrderState;
  readonly at: Date;
}

export interface NewOrderEvent {
  readonly orderId: bigint;
  readonly version: number;
  readonly transition: string;
  readonly event: OrderEvent;
  readonly actor: OrderEventRow['actor'];
  readonly actorId: MemberId | null;
  readonly from: OrderState | null;
  readonly to: OrderState;
}

export async function insertEvent(tx: Tx, event: NewOrderEvent): Promise<void> {
  await sql`
    insert into orders.event (order_id, version, transition, event, actor, actor_id, from_state, to_state)
    values (${event.orderId}, ${event.version}, ${event.transition}, ${event.event}, ${event.actor}, ${event.actorId},
            ${event.from}, ${event.to})`.execute(tx);
}

export async function listEvents(tx: Tx, orderId: bigint): Promise<OrderEventRow[]> {
  const { rows } = await sql<OrderEventRow>`
    select version, transition, event, actor, to_state, at from orders.event where order_id = ${orderId} order by version`.execute(
    tx,
  );
  return rows;
}

export async function listOrdersOf(
  tx: Tx,
  query: { memberId: MemberId; active: boolean; before: string | undefined; limit: number },
): Promise<OrderRow[]> {
  const { memberId, active, before = '9223372036854775807', limit } = query;
  const isListed = sql`${active ? sql`ended_at is null` : sql`ended_at is not null`} and id < ${before}`;
  // A member is on one side of an order, so the two ranges share no row, and neither has to be sorted.
  const { rows } = await sql<OrderRow>`
    select * from (
      (select * from orders.orders where payer_id = ${memberId} and ${isListed} order by id desc limit ${limit})
      union all
      (select * from orders.orders where payee_id = ${memberId} and ${isListed} order by id desc limit ${limit})
    ) mine order by id desc limit ${limit}`.execute(tx);
  return rows;
}

/** Takes one of the locker's places; false when all `cap` are in use. One guarded statement, so parallel locks cannot pass it. */
export async function takeLockPlace(
  tx: Tx,
  { lockerId, cap }: { lockerId: MemberId; cap: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into orders.trader as t (member_id, live_locks) values (${lockerId}, 1)
    on conflict (member_id) do update set live_locks = t.live_locks + 1 where t.live_locks < ${cap}
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Counts an ended order for both sides, in member order, and gives the locker's place back. */
export async function countEnd(tx: Tx, order: OrderRow): Promise<void> {
  const finished = order.state === 'FINISHED' ? 1 : 0;
  const members = [order.payer_id, order.payee_id].toSorted((a, b) => (a < b ? -1 : 1));
  for (const member of members) {
    const places = member === order.locker_id ? 1 : 0;
    await sql`
      insert into orders.trader as t (member_id, finished, ended) values (${member}, ${finished}, 1)
      on conflict (member_id) do update
        set finished = t.finished + ${finished}, ended = t.ended + 1, live_locks = t.live_locks - ${places}`.execute(
      tx,
    );
  }
}

/** Whether the order's deadline has passed; a look only, to be asked again under its lock. */
export async function isDue(db: Database, id: string | bigint): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders.orders where id = ${id} and deadline_at <= platform.app_now()`.execute(db);
  return rows.length > 0;
}

/** Orders whose deadline fires today and has passed, oldest first, without `except`; those that somebody holds are skipped. */
export async function findDueOrders(
  db: Database,
  { except, limit }: { except: readonly bigint[]; limit: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from orders.orders
    where state in ('LOCKED', 'GRACE') and deadline_at <= platform.app_now() and id <> all(${except}::bigint[])
    order by deadline_at limit ${limit} for no key update skip locked`.execute(db);
  return rows.map((row) => row.id);
}
