import type { OrderSummary } from '@holdfast/contract/calls';
import { ORDER_STATE_INFO, type OrderState } from '@holdfast/contract/orders';

/** What an order means to the member who looks at it: whose turn it is, in the words of that side. */
export type DutyKey =
  | 'pay'
  | 'wait-pay'
  | 'grace'
  | 'wait-grace'
  | 'confirm'
  | 'wait-confirm'
  | 'stuck'
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
  STUCK_SELF: BOTH('stuck'),
  STUCK_CASE: BOTH('case'),
  FINISHED: { payer: 'bought', payee: 'sold' },
  CANCELLED: BOTH('cancelled'),
  AUTO_CANCELLED: BOTH('timed-out'),
  FORCE_CANCELLED: BOTH('forced'),
};

type Seen = Pick<OrderSummary, 'state' | 'role' | 'isOwner' | 'duty'>;

export function dutyKeyOf({ state, role, isOwner }: Seen): DutyKey {
  return state === 'ACCEPT_WAIT' && isOwner ? 'accept' : DUTY_KEYS[state][role];
}

/** Whether the next move is the viewer's. The server names the duty; this only compares it with the viewer's own hats. */
export function isYourTurn({ duty, role, isOwner }: Seen): boolean {
  return duty === 'both' || duty === role || (duty === 'owner' && isOwner);
}

/** The colour that says the same as the words: amber while coin is held, green when it went through, grey otherwise. */
export function toneOf(state: OrderState): 'held' | 'free' | 'neutral' {
  if (ORDER_STATE_INFO[state].live) return 'held';
  return state === 'FINISHED' ? 'free' : 'neutral';
}
