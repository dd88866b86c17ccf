import type { OrderSummary } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO, type OrderState } from '@holdfast/contract/orders';

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

type Seen = Pick<OrderSummary, 'state' | 'role' | 'isOwner' | 'duty'>;

export function dutyKeyOf({ state, role, isOwner }: Seen, isOverdue = false): DutyKey {
  const key = state === 'ACCEPT_WAIT' && isOwner ? 'accept' : DUTY_KEYS[state][role];
  return (isOverdue && LATE_KEYS[key]) || key;
}

/** Whether the next move is the viewer's. The server names the duty; this only compares it with the viewer's own hats. */
export function isYourTurn({ duty, role, isOwner }: Seen): boolean {
  return duty === 'both' || duty === role || (duty === 'owner' && isOwner);
}

/** The colour that says the same as the words: amber for the viewer's own turn, white for a wait, green for what went through. */
export function toneOf(order: Seen): 'held' | 'calm' | 'free' | 'neutral' {
  if (ORDER_STATE_INFO[order.state].live) return isYourTurn(order) ? 'held' : 'calm';
  return order.state === 'FINISHED' ? 'free' : 'neutral';
}

/** The viewer's own duties first, the most urgent on top: one that is overdue before all others. Then what waits for somebody else. */
export function sortByUrgency<T extends Seen & Pick<OrderSummary, 'deadlineDate'>>(
  orders: readonly T[],
): T[] {
  const dueAt = ({ deadlineDate }: T) => (deadlineDate === null ? Infinity : Date.parse(deadlineDate));
  const compare = (a: number, b: number) => (a < b ? -1 : Number(a > b));
  return orders.toSorted(
    (a, b) => Number(isYourTurn(b)) - Number(isYourTurn(a)) || compare(dueAt(a), dueAt(b)),
  );
}
