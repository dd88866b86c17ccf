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
  { orderId, operatorId, text }: { orderId: OrderId; operatorId: OperatorId; text: string },
): Promise<void> {
  const message = normalizeMessage(text);
  if (!isMessage(message)) throw fail('MESSAGE_INVALID', { max: MESSAGE_LENGTH_MAX });
  const order = (await selectOrderForShare(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  await sayAsOperator(tx, order, { operatorId, text: message, isTold: true });
  markAnswered(tx, orderId);
  hintOperators(tx, { topic: 'board' }, { topic: 'orders', orderId });
}
