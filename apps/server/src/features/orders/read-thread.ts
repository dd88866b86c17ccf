import { fail } from '@holdfast/contract/errors';
import { toOrderId, type MemberId, type OrderId } from '@holdfast/kernel';
import { linkFile } from '#features/assets/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { enqueueHints } from '#platform/outbox/outbox.store.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { roleOf } from './order.rules.ts';
import { findOrdersOf } from './order.store.ts';
import { lineFor, mayProve, mayWrite } from './thread.rules.ts';
import { findLineFile, findThread, listLines, markSeen } from './thread.store.ts';

const PAGE = 30;

/** A party's own order; to a stranger it does not exist, and neither does its thread. */
async function findOwn(tx: Tx, memberId: MemberId, orderId: OrderId) {
  const [order] = await findOrdersOf(tx, memberId, [orderId]);
  const side = order && roleOf(order, memberId);
  if (!side) throw fail('ORDER_NOT_FOUND');
  return { order, side };
}

/** A page of an order's lines, the newest first. */
export const readThread: Handler<'/order/thread'> = async ({ tx, session, now }, input) => {
  const orderId = toOrderId(input.orderId);
  const [before] = keysOf(input.cursor, 1);
  const beforeLine = before === undefined ? undefined : Number(before < 2n ** 31n ? before : 2n ** 31n - 1n);
  const [{ order, side }, thread, found] = await together(
    findOwn(tx, session.memberId, orderId),
    findThread(tx, orderId),
    listLines(tx, orderId, { before: beforeLine, limit: PAGE + 1 }),
  );
  const { items, next } = toPage(found, PAGE, ({ number }) => [String(number)]);
  return {
    items: items.map((line) => lineFor(side, thread, line)),
    next,
    unread: side === 'payer' ? thread.payerUnread : thread.payeeUnread,
    mayWrite: mayWrite(order, side),
    mayProve: mayProve(order, side),
    serverTime: now.toISOString(),
  };
};

/** What this side has seen. The other side's room is told, so that it can say so. */
export const seeThread: Handler<'/order/thread/seen'> = async ({ tx, session }, input) => {
  const orderId = toOrderId(input.orderId);
  const { order, side } = await findOwn(tx, session.memberId, orderId);
  const unread = await markSeen(tx, { orderId, side, number: Number(input.number) });
  if (unread === undefined) throw fail('PARAMETERS_INVALID', { fields: ['number'] });
  await enqueueHints(
    tx,
    [order.payerId, order.payeeId].map((memberId) => ({ memberId, topic: 'thread' })),
  );
  return { unread };
};

/** A link to the file of a line: for the two parties alone. */
export const linkLineFile: Handler<'/order/thread/file'> = async (context, input) => {
  const { tx, session } = context;
  const orderId = toOrderId(input.orderId);
  const [, fileId] = await together(
    findOwn(tx, session.memberId, orderId),
    findLineFile(tx, orderId, Number(input.number)),
  );
  return linkFile(context, fileId ?? '');
};
