import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { THREAD_NOTICE } from '@holdfast/contract/notifications';
import { LINES_PER_SIDE_MAX, TIMERS } from '@holdfast/contract/orders';
import { isMessage, MESSAGE_LENGTH_MAX, normalizeMessage, suspicionsOf } from '@holdfast/contract/rules';
import { defined, toOrderId, type MemberId, type OrderId } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { memberOf, roleOf, sideOf } from './order.rules.ts';
import type { LockedOrder } from './order.store.ts';
import { claimOrderFile } from './order-files.ts';
import { lineFor, mayProve, mayWrite } from './thread.rules.ts';
import { findThread, insertLine, selectOrderForShare, type NewLine, type Side } from './thread.store.ts';

/** What somebody says: a text, or a file that was uploaded for it. */
async function saidIn(
  tx: Tx,
  memberId: MemberId,
  { orderId, text, fileId }: CallInput<'/order/say'>,
): Promise<Pick<NewLine, 'kind' | 'text' | 'file' | 'suspicions'>> {
  if ((text === undefined) === (fileId === undefined))
    throw fail('PARAMETERS_INVALID', { fields: ['text', 'fileId'] });
  if (fileId !== undefined) {
    const file = await claimOrderFile(tx, memberId, { orderId, fileId, purpose: 'order-message' });
    return { kind: 'file', file };
  }
  const message = normalizeMessage(text ?? '');
  if (!isMessage(message)) throw fail('MESSAGE_INVALID', { max: MESSAGE_LENGTH_MAX });
  return { kind: 'message', text: message, suspicions: suspicionsOf(message) };
}

/** Tells of a new line: the rooms of both and of operators at once, and by a notice whoever has had none for a while. */
export async function tell(tx: Tx, order: LockedOrder, tells: readonly Side[]): Promise<void> {
  const members = tells.length > 0 ? await findMembers(tx, [order.payerId, order.payeeId]) : undefined;
  const notices = tells.map((side) => {
    const memberId = memberOf(order, side);
    const other = members?.get(memberId === order.payerId ? order.payeeId : order.payerId);
    const { nick, uid } = defined(other, 'an order has its members');
    const extra = {
      type: THREAD_NOTICE,
      orderId: order.id,
      serialNo: order.serialNo,
      isOwner: order.ownerId === memberId,
      orderType: sideOf(order),
      nick,
      userId: uid,
    };
    return { memberId, type: THREAD_NOTICE, extra };
  });
  await notify(
    tx,
    notices,
    [order.payerId, order.payeeId].map((memberId) => ({ memberId, topic: 'thread', orderId: order.id })),
  );
}

/** The order, held in its state, for a party who may write to it by `may`. */
async function holdFor(tx: Tx, memberId: MemberId, orderId: OrderId, may: typeof mayWrite) {
  const order = await selectOrderForShare(tx, orderId);
  const side = order && roleOf(order, memberId);
  if (!side) throw fail('ORDER_NOT_FOUND');
  if (!may(order, side)) throw fail('ORDER_ACTION_NOT_ALLOWED');
  return { order, side };
}

/** Writes a line of a party's, and tells of it. */
async function write(
  tx: Tx,
  { order, side }: { order: LockedOrder; side: Side },
  said: Pick<NewLine, 'kind' | 'text' | 'file' | 'suspicions'>,
) {
  const written = await insertLine(
    tx,
    { orderId: order.id, author: side, authorId: memberOf(order, side), ...said },
    { most: LINES_PER_SIDE_MAX, gapMs: TIMERS.chatPushGap.defaultMs },
  );
  if (!written) throw fail('THREAD_FULL', { max: LINES_PER_SIDE_MAX });
  if ((said.suspicions ?? []).length > 0) hintOperators(tx, { topic: 'board' });
  const [thread] = await Promise.all([findThread(tx, order.id), tell(tx, order, written.tells)]);
  return { line: lineFor(side, thread, written.line) };
}

/** A party writes, or shows a file. It may look like a fraud: then it arrives with a word of caution, and operators can find it. */
export const say: Handler<'/order/say'> = async ({ tx, session }, input) => {
  const { memberId } = session;
  const held = await holdFor(tx, memberId, toOrderId(input.orderId), mayWrite);
  return write(tx, held, await saidIn(tx, memberId, input));
};

/** One more proof. Those before it stay: nothing that was shown is ever replaced. */
export const addProof: Handler<'/order/add-proof'> = async ({ tx, session }, { orderId, fileId }) => {
  const { memberId } = session;
  const held = await holdFor(tx, memberId, toOrderId(orderId), mayProve);
  const file = await claimOrderFile(tx, memberId, { orderId, fileId, purpose: 'order-proof' });
  return write(tx, held, { kind: 'proof', file });
};
