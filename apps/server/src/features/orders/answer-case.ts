import { fail } from '@holdfast/contract/errors';
import { isMessage, MESSAGE_LENGTH_MAX, normalizeMessage } from '@holdfast/contract/rules';
import type { OperatorId, OrderId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { sayAsOperator } from './operator-line.ts';
import { markAnswered } from './ruling.store.ts';
import { selectOrderForShare } from './thread.store.ts';

/** An operator writes to both sides of an order, visibly to both; the first time it is the answer that its case waits for. */
export async function answerCase(
  tx: Tx,
  {
    orderId,
    operatorId,
    text,
    en,
  }: { orderId: OrderId; operatorId: OperatorId; text: string; en?: string | undefined },
): Promise<void> {
  const message = normalizeMessage(text);
  const english = en === undefined ? undefined : normalizeMessage(en);
  if (!isMessage(message) || (english !== undefined && !isMessage(english)))
    throw fail('MESSAGE_INVALID', { max: MESSAGE_LENGTH_MAX });
  const order = (await selectOrderForShare(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  await sayAsOperator(tx, order, { operatorId, text: message, en: english, isTold: true });
  markAnswered(tx, orderId);
  hintOperators(tx, { topic: 'board' }, { topic: 'orders', orderId });
}
