import { toOrderId, type Coin, type MemberId, type OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import { ORDER, toOrder, type Order, type OrderRow } from './order.store.ts';

export interface PastQuery {
  readonly memberId: MemberId;
  readonly coins: readonly Coin[];
  /** On which sides the member was. */
  readonly roles: readonly ('payer' | 'payee')[];
  /** Days of Taipei, both of them in it. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Only orders with this member. */
  readonly otherId: MemberId | undefined;
  /** Only this order. */
  readonly orderId: OrderId | undefined;
  /** The last order of the page before. */
  readonly before: bigint | undefined;
  readonly limit: number;
}

/**
 * A member's ended orders that match, the one that ended last first. Each side and coin is one range of an index that is sorted like the page, whatever else is
 * asked: dates are its ends, and another member has an index of the two. The place of the page before is looked up by an order of the member alone, so a
 * made up cursor tells nothing of others.
 */
export async function listPastOrders(tx: Tx, query: PastQuery): Promise<Order[]> {
  const { memberId, coins, roles, from, to, otherId, orderId, before, limit } = query;
  const isIn = sql.join(
    [
      sql`coin = of_coin and ended_at is not null`,
      orderId !== undefined && sql`and id = ${orderId}`,
      from !== undefined && sql`and ended_at >= ${from}::date::timestamp at time zone 'Asia/Taipei'`,
      to !== undefined && sql`and ended_at < (${to}::date + 1)::timestamp at time zone 'Asia/Taipei'`,
      before !== undefined &&
        sql`and (ended_at, id) < ((
          select ended_at from orders.orders where id = ${before} and ${memberId}::bigint in (payer_id, payee_id)), ${before}::bigint)`,
    ].filter((part) => part !== false),
    sql` `,
  );
  const ranges = roles.map((role) => {
    const [own, other] = role === 'payer' ? ['payer_id', 'payee_id'] : ['payee_id', 'payer_id'];
    const isWith = otherId === undefined ? sql`` : sql`and ${sql.ref(other)} = ${otherId}`;
    return sql`select found.* from unnest(${coins}::text[]) of_coin cross join lateral (
      select * from orders.orders where ${sql.ref(own)} = ${memberId} ${isWith} and ${isIn} order by ended_at desc, id desc limit ${limit}) found`;
  });
  const { rows } = await sql<OrderRow>`
    select ${ORDER}, null::timestamptz as "deadlineAt", null::timestamptz as "requestDueAt" from (
      select * from (${sql.join(ranges, sql` union all `)}) pages order by ended_at desc, id desc limit ${limit}
    ) orders order by orders.ended_at desc, orders.id desc`.execute(tx);
  return rows.map((row) => toOrder(tx, row));
}

/** The order of that number, for one of its two sides. */
export async function findIdBySerial(
  tx: Tx,
  { serialNo, memberId }: { readonly serialNo: string; readonly memberId: MemberId },
): Promise<OrderId | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id::text from orders.orders where serial_no = ${serialNo} and ${memberId}::bigint in (payer_id, payee_id)`.execute(
    tx,
  );
  return rows[0] && toOrderId(rows[0].id);
}
