import type { OrderRuling } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { questionableUntil } from '@holdfast/contract/orders';
import { toOrderId } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findOrdersOf, type LockedOrder } from './order.store.ts';
import { findLastRuling, type StoredRuling } from './ruling.store.ts';
import { sharesOf } from './to-order.ts';

/** Only an ending can be appealed: what was left as it is, was the appeal. */
const APPEALABLE: readonly LockedOrder['state'][] = ['FINISHED', 'FORCE_CANCELLED'];

function toRuling(order: LockedOrder, ruling: StoredRuling): OrderRuling {
  const { endedAt, state, stoodStillMs } = order;
  const { receives, returned } = sharesOf(order);
  const mayAppeal = endedAt !== null && APPEALABLE.includes(state) && ruling.outcome !== 'dismissed';
  return {
    outcome: ruling.outcome,
    reason: ruling.reason,
    text: ruling.text,
    at: ruling.at.toISOString(),
    shares: ruling.outcome === 'split' && returned !== null ? { payer: receives, payee: returned } : null,
    appealUntil: mayAppeal
      ? new Date(questionableUntil({ state, endedAt: endedAt.getTime(), stoodStillMs })).toISOString()
      : null,
  };
}

/** What operators have decided about one's own order; to a stranger it does not exist. */
export const readRuling: Handler<'/order/ruling'> = async ({ tx, session }, input) => {
  const [order] = await findOrdersOf(tx, session.memberId, [toOrderId(input.orderId)]);
  if (!order) throw fail('ORDER_NOT_FOUND');
  const found = await findLastRuling(tx, order.id);
  return { ruling: found ? toRuling(order, found) : null };
};
