import type { MemberId } from '@holdfast/kernel';
import { sql, type RawBuilder } from 'kysely';
import { useColumn } from '#features/listings/index.ts';
import { sendLater, type Tx } from '#platform/db/db.ts';
import { keepPrice } from './last-price.store.ts';
import { disputeLostBy } from './order.rules.ts';
import type { Order } from './order.store.ts';

/** What ended orders change of the figures of their members. */

/** A median time is that of the newest orders: it says how fast somebody is now, and costs the same after any number of them. */
const TIMES_KEPT = 50;

/** Days of `orders.trader_day` that a figure still reads, and one more for the hours of the first. */
const DAYS_KEPT = 31;

/** What has gone back to the payee at an end: so much of the day's limits is free again, if the day of the lock still runs. */
const returnedOf = ({ state, quantity, settledQuantity }: Order): bigint =>
  state === 'FINISHED' ? quantity - (settledQuantity ?? quantity) : quantity;

/** Another sum of what the payer has bought and the payee has sold on the day of the lock. `of`: 1 in the row that it is about, else 0. */
function ofDay(
  { coin, payerId, payeeId, lockedAt }: Order,
  change: (column: RawBuilder<unknown>, of: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  const isOf = (memberId: MemberId) =>
    sql`case when t.member_id = ${memberId} and t.use_day = (${lockedAt}::timestamptz at time zone 'Asia/Taipei')::date then 1 else 0 end`;
  const bought = useColumn(coin, 'buy');
  const sold = useColumn(coin, 'sell');
  return sql`${bought} = ${change(sql`t.${bought}`, isOf(payerId))}, ${sold} = ${change(sql`t.${sold}`, isOf(payeeId))}`;
}

/** The kept times of a trader with those of the order, and their median. */
function timesWith(kept: RawBuilder<unknown>, added: RawBuilder<unknown>) {
  const all = sql`(${kept} || ${added})`;
  const newest = sql`${all}[greatest(1, cardinality(${all}) - ${TIMES_KEPT - 1}::int):]`;
  return {
    newest,
    median: sql`(select percentile_cont(0.5) within group (order by s)::int from unnest(${newest}) s)`,
  };
}

/**
 * Counts an ended order, for both sides if it finished and else for the side that it counts against, and what operators have found of it, and frees the locker's slot
 * and what goes back of the day's limits. In
 * member order, to avoid a deadlock. How fast the payee releases and the payer pays is of finished orders: the market reads these figures
 * and counts no orders.
 */
export async function countEnd(tx: Tx, order: Order): Promise<void> {
  const { id, state, payerId, payeeId, lockerId, paidAt, endedAt, countsAgainst } = order;
  const isFinished = state === 'FINISHED';
  const finished = isFinished ? 1 : 0;
  const released =
    isFinished && paidAt && endedAt ? [Math.round((endedAt.getTime() - paidAt.getTime()) / 1000)] : [];
  const against = memberAgainst({ payerId, payeeId, countsAgainst });
  const lostBy = disputeLostBy(order);
  const lost = lostBy && { payer: payerId, payee: payeeId }[lostBy];
  const releases = timesWith(sql`t.releases`, sql`excluded.releases`);
  const payments = timesWith(sql`t.payments`, sql`excluded.payments`);
  const returned = returnedOf(order);
  const givesBack =
    returned > 0n
      ? sql`${ofDay(order, (column, of) => sql`greatest(${column} - ${returned}::bigint * ${of}, 0)`)},`
      : sql``;
  // An owner who accepts first takes time that is not the payer's: it begins when the order is locked.
  const count = sql`
    insert into orders.trader as t (member_id, finished, ended, disputes_lost, disputes_won, releases, release_seconds, payments, pay_seconds)
    select member_id, ${finished}::int, ${finished}::int + case when member_id = ${against} then 1 else 0 end,
      case when member_id = ${lost}::bigint then 1 else 0 end, case when member_id <> ${lost}::bigint then 1 else 0 end,
      own.releases, own.releases[1], own.payments, own.payments[1]
    from unnest(${[payerId, payeeId]}::bigint[]) member_id,
      lateral (
        select case when member_id = ${payeeId} then ${released}::int[] else '{}' end as releases,
          case when member_id = ${payerId} and ${isFinished}::boolean then array(
            select round(extract(epoch from ${paidAt}::timestamptz - e.at))::int
            from (select min(at) as at from orders.event where order_id = ${id} and to_state = 'LOCKED') e
            where e.at <= ${paidAt}::timestamptz) else '{}' end as payments
      ) own
    order by member_id
    on conflict (member_id) do update
      set finished = t.finished + excluded.finished, ended = t.ended + excluded.ended,
          disputes_lost = t.disputes_lost + excluded.disputes_lost, disputes_won = t.disputes_won + excluded.disputes_won,
          live_locks = t.live_locks - case when t.member_id = ${lockerId} then 1 else 0 end, ${givesBack}
          releases = ${releases.newest}, release_seconds = ${releases.median},
          payments = ${payments.newest}, pay_seconds = ${payments.median}`;
  sendLater(tx, count);
  if (isFinished) countTogether(tx, order);
  keepPrice(tx, order);
}

/**
 * Counts a finished order for the two together and for the day. A statement of its own, after the one that has locked both traders: it must
 * see whether an order that ended meanwhile was the first of the two, and its rows need no lock order then.
 */
function countTogether(tx: Tx, { payerId, payeeId, payTwd, endedAt }: Order): void {
  const day = sql`(${endedAt}::timestamptz at time zone 'Asia/Taipei')::date`;
  const members = sql`unnest(${[payerId, payeeId]}::bigint[]) member_id`;
  const count = sql`
    with pair as (
      insert into orders.traded as w (low_id, high_id, finished)
      values (least(${payerId}::bigint, ${payeeId}::bigint), greatest(${payerId}::bigint, ${payeeId}::bigint), 1)
      on conflict (low_id, high_id) do update set finished = w.finished + 1 returning low_id, high_id, finished
    ), met as (
      update orders.trader t set partners = t.partners + 1
      from pair where pair.finished = 1 and t.member_id in (pair.low_id, pair.high_id)
    ), gone as (
      delete from orders.trader_day where member_id in (${payerId}, ${payeeId}) and day < ${day} - ${DAYS_KEPT}::int
    )
    insert into orders.trader_day as d (member_id, day, finished, pay_twd)
    select member_id, ${day}, 1, ${payTwd}::bigint from ${members} order by member_id
    on conflict (member_id, day) do update set finished = d.finished + 1, pay_twd = d.pay_twd + excluded.pay_twd`;
  sendLater(tx, count);
}

/** An order that had ended runs again: the opposite of `countEnd`. What operators have ended never does (docs/spec/orders.md). No cap asks, for the locker did not lock anything. */
export async function countRelock(tx: Tx, order: Order): Promise<void> {
  const { payerId, payeeId, lockerId, countsAgainst } = order;
  const against = memberAgainst({ payerId, payeeId, countsAgainst });
  await sql`
    update orders.trader t set ended = t.ended - case when t.member_id = ${against} then 1 else 0 end,
      live_locks = t.live_locks + case when t.member_id = ${lockerId} then 1 else 0 end,
      ${ofDay(order, (column, of) => sql`${column} + ${order.quantity}::bigint * ${of}`)}
    from (select member_id from orders.trader where member_id in (${payerId}, ${payeeId}) order by member_id for no key update) own
    where t.member_id = own.member_id`.execute(tx);
}

/** An end counts for the other side from now on. */
export async function moveEnd(
  tx: Tx,
  before: Pick<Order, 'payerId' | 'payeeId' | 'countsAgainst'>,
  after: Pick<Order, 'payerId' | 'payeeId' | 'countsAgainst'>,
): Promise<void> {
  const { payerId, payeeId } = before;
  await sql`
    update orders.trader t set ended = t.ended - case when t.member_id = ${memberAgainst(before)} then 1 else 0 end
      + case when t.member_id = ${memberAgainst(after)} then 1 else 0 end
    from (select member_id from orders.trader where member_id in (${payerId}, ${payeeId}) order by member_id for no key update) own
    where t.member_id = own.member_id`.execute(tx);
}

/** Nobody's id is null, so what counts against nobody matches no row. */
function memberAgainst({
  payerId,
  payeeId,
  countsAgainst,
}: Pick<Order, 'payerId' | 'payeeId' | 'countsAgainst'>) {
  return countsAgainst && { payer: payerId, payee: payeeId }[countsAgainst];
}
