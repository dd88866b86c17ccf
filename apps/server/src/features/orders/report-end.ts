import { fail } from '@holdfast/contract/errors';
import { toOrderId } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { saveEndSeen } from './end-seen.store.ts';
import { isLive, roleOf } from './order.rules.ts';
import { findOrder } from './order.store.ts';

/** A party has seen the end of its order. Each side once; said again, the first time stands. */
export const reportEnd: Handler<'/report/order/finish'> = async ({ tx, session }, input) => {
  const orderId = toOrderId(input.orderId);
  const order = await findOrder(tx, orderId);
  const role = order && roleOf(order, session.memberId);
  if (!role) throw fail('ORDER_NOT_FOUND');
  if (isLive(order.state)) throw fail('ORDER_ACTION_NOT_ALLOWED');
  return { seenAt: (await saveEndSeen(tx, { orderId, role })).toISOString() };
};
