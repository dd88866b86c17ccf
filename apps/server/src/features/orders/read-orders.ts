import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { dutyOf, isTurnOf } from '@holdfast/contract/orders';
import { COINS, toOrderId, type MemberId } from '@holdfast/kernel';
import { findMemberIdByNick } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { countLive } from './live-orders.store.ts';
import { roleOf } from './order.rules.ts';
import { findOrder, listOrdersOf } from './order.store.ts';
import { findIdBySerial, listPastOrders } from './past-orders.store.ts';
import { toDetail, toSummaries } from './to-order.ts';

const PAGE = 30;
/** Home, the tab bar and the PIN lock read the first page only. */
const IN_PROGRESS_PAGE = 100;

/** A page of the member's orders in progress, the newest first. */
async function listPage(
  { tx, session, now }: MemberContext,
  { cursor, size }: { cursor: string | undefined; size: number },
) {
  const { memberId } = session;
  const [before] = keysOf(cursor, 1);
  const found = await listOrdersOf(tx, { memberId, before, limit: size + 1 });
  const { items, next } = toPage(found, size, ({ id }) => [id]);
  return { items: await toSummaries(tx, items, { memberId, now }), next, serverTime: now.toISOString() };
}

export const ordersInProgress: Handler<'/api/v1/members/orders-in-progress/{account}'> = async (
  context,
  { cursor },
) => {
  const page = await listPage(context, { cursor, size: IN_PROGRESS_PAGE });
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

/** A page of the ended orders that match, the one that ended last first. */
async function listPast(
  { tx, session, now }: MemberContext,
  { coin, did, from, to, search = '', cursor }: CallInput<'/order/list'>,
) {
  const { memberId } = session;
  const [before] = keysOf(cursor, 1);
  const looked = await lookUp(tx, memberId, search.trim());
  const found =
    looked === NOBODY
      ? []
      : await listPastOrders(tx, {
          memberId,
          coins: coin === undefined ? COINS : [coin],
          roles: did === undefined ? ['payer', 'payee'] : [did === 'buy' ? 'payer' : 'payee'],
          from,
          to,
          ...looked,
          before,
          limit: PAGE + 1,
        });
  const { items, next } = toPage(found, PAGE, ({ id }) => [id]);
  return { items: await toSummaries(tx, items, { memberId, now }), next, serverTime: now.toISOString() };
}

const NOBODY = Symbol('no order and no member is called so');

/** What was typed is the number of one of the member's orders, or the nickname of somebody. */
async function lookUp(tx: Tx, memberId: MemberId, search: string) {
  if (search === '') return { otherId: undefined, orderId: undefined };
  const orderId = await findIdBySerial(tx, { serialNo: search.toUpperCase(), memberId });
  if (orderId !== undefined) return { otherId: undefined, orderId };
  const otherId = await findMemberIdByNick(tx, search);
  return otherId === undefined ? NOBODY : { otherId, orderId: undefined };
}

export const listOrders: Handler<'/order/list'> = async (context, query) => {
  const { scope, cursor, ...filters } = query;
  if (scope === 'past') return listPast(context, query);
  const fields = Object.keys(filters);
  if (fields.length > 0) throw fail('PARAMETERS_INVALID', { fields });
  return listPage(context, { cursor, size: PAGE });
};

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
