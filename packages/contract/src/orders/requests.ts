import type { OpenRequest, OrderState } from './machine.ts';
import { findTransition } from './actions.ts';

/**
 * Requests to cancel (docs/spec/orders.md): why each side may ask, whose fault a cancel is that follows, and what silence does. The words of a
 * reason are the screen's.
 */

/** What the payee gives as the reason before anything was paid. */
const PAYEE_BEFORE_PAID = ['account-problem', 'listing-wrong', 'buyer-silent', 'other'] as const;
/** What the payee gives once "paid" was pressed. */
const PAYEE_AFTER_PAID = [
  'not-received',
  'wrong-sum',
  'other-person-paid',
  'account-problem',
  'other',
] as const;
/** What the payer gives, who asks only after having pressed "paid"; before that, the payer cancels. */
const PAYER_AFTER_PAID = [
  'not-paid-after-all',
  'payment-failed',
  'details-wrong',
  'seller-asked',
  'other',
] as const;

/** Why a payee refuses a payer's request although nothing is released: a case opens with it. */
export const DENY_REASONS = ['still-checking', 'wrong-sum', 'other-person-paid', 'other'] as const;
export type DenyReason = (typeof DENY_REASONS)[number];

/** Every reason, each once. */
export const REQUEST_REASONS = [
  'account-problem',
  'listing-wrong',
  'buyer-silent',
  'not-received',
  'wrong-sum',
  'other-person-paid',
  'not-paid-after-all',
  'payment-failed',
  'details-wrong',
  'seller-asked',
  'other',
] as const;
export type RequestReason = (typeof REQUEST_REASONS)[number];

/** The reasons that one side is offered in a state; empty where it cannot ask. */
export function requestReasonsOf(role: 'payer' | 'payee', state: OrderState): readonly RequestReason[] {
  if (state === 'LOCKED') return role === 'payee' ? PAYEE_BEFORE_PAID : [];
  if (state !== 'PAID' && state !== 'STUCK_SELF' && state !== 'STUCK_CASE') return [];
  return role === 'payee' ? PAYEE_AFTER_PAID : PAYER_AFTER_PAID;
}

/** Reasons of a cancel that blame the other side. The one who gives them bears the cancel until the other side has agreed. */
const BLAMES_OTHER: readonly string[] = ['details-wrong', 'seller-asked', 'buyer-silent'];

/** Whether a reason says that it was the other side's fault. */
export function blamesOther(reason: string | null): boolean {
  return reason !== null && BLAMES_OTHER.includes(reason);
}

/** Reasons of the payee that say that the payer has pressed "paid" without a payment that counts; agreeing to them takes the fault. */
const SAYS_NOT_PAID: readonly string[] = ['not-received', 'wrong-sum', 'other-person-paid'];

/** Whose fault a cancel is by the reason of who asked for it; `undecided` where the reason blames the other side. */
export function faultByReason(
  asker: 'payer' | 'payee',
  reason: string | null,
): 'payer' | 'payee' | 'undecided' {
  if (blamesOther(reason)) return 'undecided';
  if (asker === 'payee' && reason !== null && SAYS_NOT_PAID.includes(reason)) return 'payer';
  return asker;
}

/** What happens to an open request if nobody answers: it ends alone, or the order is cancelled, or gets stuck. Null: an operator answers. */
export function onSilenceOf(
  state: OrderState,
  request: OpenRequest,
): 'lapses' | 'cancels' | 'gets stuck' | null {
  const transition = findTransition({ at: state, request }, 'request-time-ended', 'timer');
  if (!transition) return null;
  if (transition.to === 'same') return 'lapses';
  return transition.to === 'CANCELLED' ? 'cancels' : 'gets stuck';
}
