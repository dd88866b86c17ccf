import { fail } from '@holdfast/contract/errors';
import { dutyOf, isTurnOf } from '@holdfast/contract/orders';
import { toOrderId } from '@holdfast/kernel';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { countLive } from './live-orders.store.ts';
import { roleOf } from './order.rules.ts';
import { findOrder, listOrdersOf } from './order.store.ts';
import { toDetail, toSummaries } from './to-order.ts';

const PAGE = 30;
/** Home, the tab bar and the PIN lock read the first page only. */
const IN_PROGRESS_PAGE = 100;

/** A page of the member's orders, the newest first. */
async function listPage(
  { tx, session, now }: MemberContext,
  { isActive, cursor, size }: { isActive: boolean; cursor: string | undefined; size: number },
) {
  const { memberId } = session;
  const [before] = keysOf(cursor, 1);
  const found = await listOrdersOf(tx, { memberId, isActive, before, limit: size + 1 });
  const { items, next } = toPage(found, size, ({ id }) => [id]);
  return { items: await toSummaries(tx, items, { memberId, now }), next, serverTime: now.toISOString() };
}

export const ordersInProgress: Handler<'/api/v1/members/orders-in-progress/{account}'> = async (
  context,
  { cursor },
) => {
  const page = await listPage(context, { isActive: true, cursor, size: IN_PROGRESS_PAGE });
  return { ...page, waiting: await countWaiting(context) };
};

/** Of all live orders, however many pages they are: those whose turn is the member's, and those that were offered to be shared. */
async function countWaiting({ tx, session }: MemberContext): Promise<number> {
  const kinds = await countLive(tx, session.memberId);
  return kinds
    .filter(
      ({ state, request, split, ...hats }) =>
        isTurnOf(dutyOf(state, request), hats) || (split !== null && split !== hats.role),
    )
    .reduce((sum, { count }) => sum + count, 0);
}

export const listOrders: Handler<'/order/list'> = async (context, { scope, cursor }) =>
  listPage(context, { isActive: scope === 'active', cursor, size: PAGE });

/** One order; to a stranger it does not exist. */
export const orderDetail: Handler<'/order/detail'> = async ({ tx, session, now, audit }, { orderId }) => {
  const { memberId } = session;
  const order = await findOrder(tx, toOrderId(orderId));
  if (!order || !roleOf(order, memberId)) throw fail('ORDER_NOT_FOUND');
  return {
    order: await toDetail(tx, order, { memberId, now, audit }),
    serverTime: now.toISOString(),
  };
};
