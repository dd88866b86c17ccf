import { fail } from '@holdfast/contract/errors';
import { toOrderId, type OrderId } from '@holdfast/kernel';
import { linkFile } from '#features/assets/index.ts';
import { answerCase, findLineFile, listLines } from '#features/orders/index.ts';
import { listClaims } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, Operator } from '#platform/gateway/call-table.ts';
import { keysOf, toPage } from '#platform/paging/paging.ts';
import { findItem } from './case.store.ts';
import { assertHolds } from './claims.ts';

const PAGE = 30;

async function holds(tx: Tx, operator: Operator, orderId: OrderId): Promise<boolean> {
  return (await listClaims(tx, 'order', [orderId])).get(orderId)?.operatorId === operator.id;
}

/** The thread of an order. What both sides wrote is for who works on it; that there is something is for everybody who may look. */
export const readThread: Handler<'/operator/case/thread'> = async (
  { tx, operator },
  { cursor, orderId: id },
) => {
  const orderId = toOrderId(id);
  if (!(await findItem(tx, orderId))) throw fail('ORDER_NOT_FOUND');
  const isClear = await holds(tx, operator, orderId);
  const [before] = keysOf(cursor, 1);
  const beforeLine = before === undefined || before >= 2n ** 31n ? undefined : Number(before);
  const found = await listLines(tx, orderId, { before: beforeLine, limit: PAGE + 1 });
  const { items, next } = toPage(found, PAGE, ({ number }) => [String(number)]);
  return {
    next,
    items: items.map(({ number, author, kind, text, en, fileType, fileBytes, event, suspicions, at }) => ({
      number,
      author,
      kind,
      text: isClear ? text : null,
      en: isClear ? en : null,
      file: fileType !== null && fileBytes !== null ? { type: fileType, bytes: fileBytes } : null,
      event,
      suspicions: [...suspicions],
      at: at.toISOString(),
    })),
  };
};

/** A file that one of the sides has shown. It may show anything about them, so each look is in the audit log. */
export const linkLineFile: Handler<'/operator/case/thread/file/{id}'> = async (
  context,
  { number },
  { id },
) => {
  const { tx, operator, audit } = context;
  const orderId = toOrderId(id);
  await assertHolds(tx, operator, orderId);
  const link = await linkFile(context, (await findLineFile(tx, orderId, Number(number))) ?? '');
  audit({
    action: 'order-file-viewed',
    subject: `order:${orderId}`,
    detail: { what: `line-${Number(number)}` },
  });
  return link;
};

/** Writes to both sides of the order, and so answers its case. */
export const say: Handler<'/operator/case/say/{id}'> = async (
  { tx, operator, audit },
  { text, en },
  { id },
) => {
  const orderId = toOrderId(id);
  await assertHolds(tx, operator, orderId);
  await answerCase(tx, { orderId, operatorId: operator.id, text, en });
  audit({ action: 'order-answered', subject: `order:${orderId}` });
  return {};
};
