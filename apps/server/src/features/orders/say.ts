import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { THREAD_NOTICE } from '@holdfast/contract/notifications';
import { LINES_PER_SIDE_MAX, TIMERS } from '@holdfast/contract/orders';
import { isMessage, MESSAGE_LENGTH_MAX, normalizeMessage, suspicionsOf } from '@holdfast/contract/rules';
import { defined, toOrderId, type MemberId } from '@holdfast/kernel';
import { claimFile } from '#features/assets/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { memberOf, roleOf, sideOf } from './order.rules.ts';
import type { LockedOrder } from './order.store.ts';
import { lineFor, mayWrite } from './thread.rules.ts';
import { findThread, insertLine, selectOrderForShare, type NewLine, type Side } from './thread.store.ts';

/** What an order's file is claimed as. */
const claimedBy = (orderId: string): string => `order ${orderId}`;

/** What somebody says: a text, or a file that was uploaded for it. */
async function saidIn(
  tx: Tx,
  memberId: MemberId,
  { orderId, text, fileId }: CallInput<'/order/say'>,
): Promise<Pick<NewLine, 'kind' | 'text' | 'file' | 'suspicions'>> {
  if ((text === undefined) === (fileId === undefined))
    throw fail('PARAMETERS_INVALID', { fields: ['text', 'fileId'] });
  if (fileId !== undefined) {
    const by = claimedBy(orderId);
    const file = await claimFile(tx, { fileId, owner: memberId, purpose: 'order-message', by });
    return { kind: 'file', file };
  }
  const message = normalizeMessage(text ?? '');
  if (!isMessage(message)) throw fail('MESSAGE_INVALID', { max: MESSAGE_LENGTH_MAX });
  return { kind: 'message', text: message, suspicions: suspicionsOf(message) };
}

/** Tells of a new line: the rooms of both at once, and by a notice whoever has had none for a while. */
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
    [order.payerId, order.payeeId].map((memberId) => ({ memberId, topic: 'thread' })),
  );
}

/** A party writes, or shows a file. It may look like a fraud: then it arrives with a word of caution, and operators can find it. */
export const say: Handler<'/order/say'> = async ({ tx, session }, input) => {
  const { memberId } = session;
  const orderId = toOrderId(input.orderId);
  const order = await selectOrderForShare(tx, orderId);
  const side = order && roleOf(order, memberId);
  if (!side) throw fail('ORDER_NOT_FOUND');
  if (!mayWrite(order, side)) throw fail('ORDER_ACTION_NOT_ALLOWED');
  const said = await saidIn(tx, memberId, input);
  const written = await insertLine(
    tx,
    { orderId, author: side, authorId: memberId, ...said },
    { most: LINES_PER_SIDE_MAX, gapMs: TIMERS.chatPushGap.defaultMs },
  );
  if (!written) throw fail('THREAD_FULL', { max: LINES_PER_SIDE_MAX });
  const [thread] = await Promise.all([findThread(tx, orderId), tell(tx, order, written.tells)]);
  return { line: lineFor(side, thread, written.line) };
};
