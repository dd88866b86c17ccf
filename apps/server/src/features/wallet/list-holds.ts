import { formatAmount, toOrderId } from '@holdfast/kernel';
import { openLots } from '@holdfast/ledger';
import { findTrades } from '#features/orders/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';

const PAGE = 20;

/** What a member has bought and cannot spend yet. */
export const listHolds: Handler<'/wallet/holds'> = async ({ tx, session, now }, { coin, cursor }) => {
  const [micros, order] = keysOf(cursor, 2);
  const found = await openLots(tx, {
    member: session.memberId,
    coin,
    after: micros === undefined || order === undefined ? undefined : { micros, order },
    limit: PAGE + 1,
  });
  const { items, next } = toPage(found, PAGE, (lot) => [lot.micros, lot.order]);
  const trades = await findTrades(tx, session.memberId, [
    ...new Set(items.map((lot) => toOrderId(lot.order))),
  ]);
  return {
    items: items.map(({ order: orderId, quantity, dueAt }) => ({
      orderId,
      nick: trades.get(orderId)?.counterpartyNick ?? null,
      quantity: formatAmount(coin, quantity),
      until: dueAt.toISOString(),
    })),
    next,
    serverTime: now.toISOString(),
  };
};
