import { fail } from '@holdfast/contract/errors';
import { toOrderId } from '@holdfast/kernel';
import type { CardVault } from '#features/bank-cards/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { roleOf } from './order.rules.ts';
import { findOrder, listOrdersOf } from './order.store.ts';
import { toDetail, toSummaries } from './to-order.ts';

const PAGE = 30;

export const ordersInProgress: Handler<'/api/v1/members/orders-in-progress/{account}'> = async ({
  tx,
  session,
  now,
}) => {
  const { memberId } = session;
  const found = await listOrdersOf(tx, { memberId, active: true, before: undefined, limit: 100 });
  return { orders: await toSummaries(tx, found, { memberId, now }), serverTime: now.toISOString() };
};

export const listOrders: Handler<'/order/list'> = async ({ tx, session, now }, { scope, cursor }) => {
  const { memberId } = session;
  const found = await listOrdersOf(tx, {
    memberId,
    active: scope === 'active',
    before: cursor,
    limit: PAGE + 1,
  });
  const page = found.slice(0, PAGE);
  return {
    orders: await toSummaries(tx, page, { memberId, now }),
    next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    serverTime: now.toISOString(),
  };
};

/** One order; to a stranger it does not exist. */
export const orderDetail =
  (vault: CardVault): Handler<'/order/detail'> =>
  async ({ tx, session, now, audit }, { orderId }) => {
    const { memberId } = session;
    const order = await findOrder(tx, toOrderId(orderId));
    if (!order || !roleOf(order, memberId)) throw fail('ORDER_NOT_FOUND');
    return {
      order: await toDetail(tx, order, { memberId, now, vault, audit }),
      serverTime: now.toISOString(),
    };
  };
