import type { ThreadLine } from '@holdfast/contract/calls';
import { mayAct, ORDER_STATE_INFO } from '@holdfast/contract/orders';
import type { Order } from './order.store.ts';
import type { Side, ThreadLine as StoredLine, ThreadState } from './thread.store.ts';

/** Whether a party may write now: not before an order is accepted, and not after its end. */
export function mayWrite({ state }: Pick<Order, 'state'>, side: Side): boolean {
  return mayAct('chat', state, [side]);
}

/** Whether a party may add a proof of a payment. After an end that takes a late claim, which brings its own. */
export function mayProve({ state }: Pick<Order, 'state'>, side: Side): boolean {
  return ORDER_STATE_INFO[state].live && mayAct('add-proof', state, [side]);
}

const otherOf = (side: Side): Side => (side === 'payer' ? 'payee' : 'payer');

/** The last line that a side has seen. */
const sawOf = (thread: ThreadState, side: Side): number =>
  side === 'payer' ? thread.payerSaw : thread.payeeSaw;

/** A line as one side reads it. What looks suspicious is said to the one who receives it: told to the writer, it would teach the next wording. */
export function lineFor(side: Side, thread: ThreadState, line: StoredLine): ThreadLine {
  const { number, author, kind, text, en, fileType, fileBytes, event, suspicions, at } = line;
  const isOwn = author === side;
  return {
    number,
    by: isOwn
      ? 'you'
      : author === otherOf(side)
        ? 'counterparty'
        : author === 'operator'
          ? 'operator'
          : 'system',
    kind,
    text,
    en,
    file: fileType !== null && fileBytes !== null ? { type: fileType, bytes: fileBytes } : null,
    event,
    suspicions: isOwn ? [] : [...suspicions],
    isSeen: number <= sawOf(thread, isOwn ? otherOf(side) : side),
    at: at.toISOString(),
  };
}
