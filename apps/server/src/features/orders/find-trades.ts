import type { MemberId, Minor, OrderId } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { findOrdersOf } from './order.store.ts';

/** An order as a line of its member's records tells of it. */
export interface Trade {
  readonly quantity: Minor;
  readonly counterpartyNick: string | undefined;
}

/** The trades of a member behind these orders, by order: two statements, however many there are. */
export async function findTrades(
  tx: Tx,
  memberId: MemberId,
  ids: readonly OrderId[],
): Promise<ReadonlyMap<OrderId, Trade>> {
  if (ids.length === 0) return new Map();
  const orders = await findOrdersOf(tx, memberId, ids);
  const otherOf = (order: (typeof orders)[number]) =>
    order.payerId === memberId ? order.payeeId : order.payerId;
  const members = await findMembers(tx, [...new Set(orders.map(otherOf))]);
  return new Map(
    orders.map((order) => [
      order.id,
      { quantity: order.quantity, counterpartyNick: members.get(otherOf(order))?.nick },
    ]),
  );
}
