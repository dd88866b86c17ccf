import { fail } from '@holdfast/contract/errors';
import { ORDER_STATE_INFO, presenceOf } from '@holdfast/contract/orders';
import { toOrderId } from '@holdfast/kernel';
import { findLastSeenOf } from '#features/sign-in/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { roleOf } from './order.rules.ts';
import { findOrder } from './order.store.ts';

/** Whether the other side of a live order is here. Once it has ended the two have nothing to do with each other. */
export const readPresence: Handler<'/order/presence'> = async ({ tx, session }, { orderId }) => {
  const order = await findOrder(tx, toOrderId(orderId));
  const role = order && roleOf(order, session.memberId);
  if (!role) throw fail('ORDER_NOT_FOUND');
  if (!ORDER_STATE_INFO[order.state].live) return { presence: null };
  return { presence: presenceOf(await findLastSeenOf(tx, role === 'payer' ? order.payeeId : order.payerId)) };
};
