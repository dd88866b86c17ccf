import type { OrderSummary } from '@holdfast/contract/calls';
import { isTurnOf, ORDER_STATE_INFO, type OrderState } from '@holdfast/contract/orders';

/** What an order means to the member who looks at it: whose turn it is, in the words of that side. */
export type DutyKey =
  | 'pay'
  | 'wait-pay'
  | 'grace'
  | 'wait-grace'
  | 'confirm'
  | 'confirm-late'
  | 'wait-confirm'
  | 'wait-confirm-late'
  | 'answer'
  | 'wait-answer'
  | 'stuck'
  | 'stuck-check'
  | 'case'
  | 'accept'
  | 'wait-accept'
  | 'bought'
  | 'sold'
  | 'cancelled'
  | 'timed-out'
  | 'forced';

type Side = 'payer' | 'payee';

const BOTH = (key: DutyKey) => ({ payer: key, payee: key });

const DUTY_KEYS: Readonly<Record<OrderState, Readonly<Record<Side, DutyKey>>>> = {
  ACCEPT_WAIT: BOTH('wait-accept'),
  LOCKED: { payer: 'pay', payee: 'wait-pay' },
  GRACE: { payer: 'grace', payee: 'wait-grace' },
  PAID: { payer: 'wait-confirm', payee: 'confirm' },
  STUCK_SELF: { payer: 'stuck', payee: 'stuck-check' },
  STUCK_CASE: BOTH('case'),
  FINISHED: { payer: 'bought', payee: 'sold' },
  CANCELLED: BOTH('cancelled'),
  AUTO_CANCELLED: BOTH('timed-out'),
  FORCE_CANCELLED: BOTH('forced'),
};

/** Where the state stays the same after its deadline, and the words must not. */
const LATE_KEYS: Partial<Record<DutyKey, DutyKey>> = {
  confirm: 'confirm-late',
  'wait-confirm': 'wait-confirm-late',
};

type Seen = Pick<OrderSummary, 'state' | 'role' | 'isOwner' | 'duty'> &
  Partial<Pick<OrderSummary, 'cancelRequest'>>;

/** A request to cancel comes before the duty of the state, but in a case, where an operator decides. */
function requestKeyOf({ state, cancelRequest }: Seen): DutyKey | undefined {
  if (!cancelRequest || state === 'STUCK_CASE') return undefined;
  return cancelRequest.by === 'you' ? 'wait-answer' : 'answer';
}

/** When the duty ends that the words name. */
export function dutyDeadlineOf(order: Seen & Pick<OrderSummary, 'deadlineDate'>): string | null {
  const { cancelRequest, deadlineDate } = order;
  return cancelRequest && requestKeyOf(order) ? cancelRequest.deadline : deadlineDate;
}

export function dutyKeyOf(seen: Seen, isOverdue = false): DutyKey {
  const { state, role, isOwner } = seen;
  const key = requestKeyOf(seen) ?? (state === 'ACCEPT_WAIT' && isOwner ? 'accept' : DUTY_KEYS[state][role]);
  return (isOverdue && LATE_KEYS[key]) || key;
}

/** Whether the next move is the viewer's, by the rule by which the server counts the orders that wait. */
export const isYourTurn = (seen: Seen): boolean => isTurnOf(seen.duty, seen);

/** The colour that says the same as the words: amber for the viewer's own turn, white for a wait, green for what went through. */
export function toneOf(order: Seen): 'held' | 'calm' | 'free' | 'neutral' {
  if (ORDER_STATE_INFO[order.state].live) return isYourTurn(order) ? 'held' : 'calm';
  return order.state === 'FINISHED' ? 'free' : 'neutral';
}

/** The viewer's own duties first, the most urgent on top: one that is overdue before all others. Then what waits for somebody else. */
export function sortByUrgency<T extends Seen & Pick<OrderSummary, 'deadlineDate'>>(
  orders: readonly T[],
): T[] {
  const dueAt = (order: T) => {
    const deadline = dutyDeadlineOf(order);
    return deadline === null ? Infinity : Date.parse(deadline);
  };
  const compare = (a: number, b: number) => (a < b ? -1 : Number(a > b));
  return orders.toSorted(
    (a, b) => Number(isYourTurn(b)) - Number(isYourTurn(a)) || compare(dueAt(a), dueAt(b)),
  );
}
