import type { OrderState } from '@holdfast/contract/orders';
import { COINS, type Coin, type MemberId, type Minor, type OrderId } from '@holdfast/kernel';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';

/** An order as a line of what was found. */
export interface OrderLine {
  readonly orderId: OrderId;
  readonly serialNo: string;
  readonly state: OrderState;
  readonly coin: Coin;
  readonly quantity: Minor;
  readonly payTwd: bigint;
  readonly payerId: MemberId;
  readonly payeeId: MemberId;
  readonly lockedAt: Date;
}

const LINE = sql`o.id::text as "orderId", o.serial_no as "serialNo", o.state, o.coin, o.quantity, o.pay_twd as "payTwd",
  o.payer_id::text as "payerId", o.payee_id::text as "payeeId", o.locked_at as "lockedAt"`;
/** The newest orders of a member are what somebody asks about. */
const OF_MEMBER = 20;

export async function findLinesByNumber(
  tx: Tx,
  { serialNo, id }: { serialNo?: string; id?: OrderId },
): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select ${LINE} from orders.orders o
    where ${serialNo === undefined ? sql`o.id = ${id ?? '0'}` : sql`o.serial_no = ${serialNo}`}`.execute(tx);
  return rows;
}

/**
 * Those that run, the newest first, and then those that ended last. Each is a short range of an index, however many orders there are: no index has both of a
 * member's, for nothing else asks for both.
 */
export async function findLinesOf(tx: Tx, memberId: MemberId): Promise<OrderLine[]> {
  const side = (column: 'payer_id' | 'payee_id') => sql`
    (select * from orders.orders where ${sql.ref(column)} = ${memberId} and ended_at is null order by id desc limit ${OF_MEMBER})
    union all
    (select ended.* from unnest(${COINS}::text[]) of_coin cross join lateral (
      select * from orders.orders where ${sql.ref(column)} = ${memberId} and coin = of_coin and ended_at is not null
      order by ended_at desc, id desc limit ${OF_MEMBER}) ended)`;
  const { rows } = await sql<OrderLine>`
    select ${LINE} from (${side('payer_id')} union all ${side('payee_id')}) o
    order by o.ended_at desc nulls first, o.id desc limit ${OF_MEMBER}`.execute(tx);
  return rows;
}
