import { REMINDERS, type OrderTimer } from '@holdfast/contract/orders';
import type { OrderId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '#platform/db/db.ts';
import { STANDS_STILL, STILL_GOES_ON } from '#platform/maintenance/downtime.store.ts';
import { NEWEST_SETTING, type Moment } from '#platform/settings/settings.store.ts';
import { isAnyDue } from './clocks.store.ts';
import { FIRING_TIMERS } from './order.rules.ts';
import { ORDER, toOrder, type LockedOrder, type LockedOrderRow } from './order.store.ts';

/**
 * Whether a clock of the order is due that fires. While the product stands still none is; once that is over, those that have not moved yet are,
 * so that whoever asks settles it first. Read without a row lock, so check again under one.
 */
export async function isDue(db: Database, id: OrderId): Promise<boolean> {
  const { rows } = await sql<{
    isDue: boolean;
  }>`select ${isAnyDue(sql`${id}`)} and not ${STILL_GOES_ON} as "isDue"`.execute(db);
  return rows[0]?.isDue ?? false;
}

/** A clock that is due, with its order. Both rows are locked until the transaction ends. */
export interface DueTimer {
  readonly order: LockedOrder;
  readonly name: OrderTimer;
  /** How often it failed before. */
  readonly tries: number;
  /** It ran in a downtime. */
  readonly overlapped: boolean;
  /** How long it has been due. */
  readonly lateSeconds: number;
  /** When it was claimed. */
  readonly moment: Moment;
}

/**
 * Condition: a reminder of a clock that is due as well. It is late, and what it would say is not so any more. A subquery of one value is looked up by
 * order and name; `exists` was joined to all that are due, for each that was claimed.
 */
const IS_LATE_REMINDER = sql`((select main.due_at from orders.timer main where main.order_id = timer.order_id
  and main.name = case timer.name ${sql.join(
    Object.entries(REMINDERS).flatMap(([main, names]) =>
      names.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(main)}`),
    ),
    sql` `,
  )} end) <= platform.app_now()) is true`;

const IS_NOT_PUT_OFF = sql`(timer.retry_at is null or timer.retry_at <= platform.app_now())`;

/**
 * Claims the clock that has been due longest: of one order, waiting for whoever holds it, or of all, passing over what others hold and what
 * waits after a failure; while the product stands still, none. The order's row is locked first, as everywhere; both rows are what they are
 * under their locks, not what the statement saw before.
 */
export async function claimDue(tx: Tx, orderId?: OrderId): Promise<DueTimer | undefined> {
  return claim(tx, {
    which: sql`timer.due_at <= platform.app_now() and timer.name = any(${FIRING_TIMERS}) and not ${STANDS_STILL} and not ${IS_LATE_REMINDER}
      and ${orderId === undefined ? IS_NOT_PUT_OFF : sql`timer.order_id = ${orderId}`}`,
    held: orderId === undefined ? sql`skip locked` : sql``,
  });
}

/** Claims a clock again that has failed; undefined when it has fired, was put off or was stopped meanwhile. */
export async function claimAgain(tx: Tx, { order, name, tries }: DueTimer): Promise<DueTimer | undefined> {
  return claim(tx, {
    which: sql`timer.order_id = ${order.id} and timer.name = ${name} and timer.tries = ${tries}
      and orders.version = ${order.version} and ${IS_NOT_PUT_OFF}`,
    held: sql``,
  });
}

async function claim(
  tx: Tx,
  { which, held }: { which: RawBuilder<unknown>; held: RawBuilder<unknown> },
): Promise<DueTimer | undefined> {
  const { rows } = await sql<LockedOrderRow & Omit<DueTimer, 'order' | 'moment'> & Moment>`
    select ${ORDER}, timer.name, timer.tries, timer.overlapped, extract(epoch from platform.app_now() - timer.due_at)::float as "lateSeconds",
      platform.app_now() as now, ${NEWEST_SETTING} as "newestSetting"
    from orders.timer join orders.orders on orders.id = timer.order_id
    where ${which}
    order by timer.due_at limit 1
    for no key update of orders ${held} for update of timer ${held}`.execute(tx);
  if (!rows[0]) return undefined;
  const { name, tries, overlapped, lateSeconds, now, newestSetting, ...row } = rows[0];
  return { order: toOrder(tx, row), name, tries, overlapped, lateSeconds, moment: { now, newestSetting } };
}

/** Puts a claimed clock off. It stays due, so a command on its order still tries to fire it. */
export async function postponeTimer(
  tx: Tx,
  { order, name }: DueTimer,
  { tries, seconds }: { tries: number; seconds: number },
): Promise<void> {
  await sql`
    update orders.timer set tries = ${tries}, retry_at = platform.app_now() + make_interval(secs => ${seconds})
    where order_id = ${order.id} and name = ${name}`.execute(tx);
}
