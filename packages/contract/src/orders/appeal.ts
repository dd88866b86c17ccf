import { ORDER_STATE_INFO, type OrderState } from './machine.ts';

/** Why a member appeals, by side: what the operators read first. `other` needs words. */
const LIVE_REASONS = {
  payer: ['not-released', 'asks-for-more', 'cannot-reach', 'other'],
  payee: ['nothing-came', 'wrong-amount', 'other-payer', 'suspicious', 'other'],
} as const;

/** The same once the order has ended. */
const ENDED_REASONS = {
  payer: ['paid-and-cancelled', 'decision-wrong', 'threatened', 'other'],
  payee: ['released-by-mistake', 'payment-taken-back', 'decision-wrong', 'other'],
} as const;

export const APPEAL_REASONS = [
  'not-released',
  'asks-for-more',
  'cannot-reach',
  'nothing-came',
  'wrong-amount',
  'other-payer',
  'suspicious',
  'paid-and-cancelled',
  'released-by-mistake',
  'payment-taken-back',
  'decision-wrong',
  'threatened',
  'other',
] as const;
export type AppealReason = (typeof APPEAL_REASONS)[number];

/** The reasons that one side may give in a state, in the order in which they are offered. */
export function appealReasons(role: 'payer' | 'payee', state: OrderState): readonly AppealReason[] {
  return (ORDER_STATE_INFO[state].live ? LIVE_REASONS : ENDED_REASONS)[role];
}

/** What a member may write to the operators at once. */
export const CASE_TEXT_MAX = 500;

/** Whether an appeal says enough: a reason of its side, and words where the reason says nothing or the order is over. */
export function appealFaults(
  { role, state }: { readonly role: 'payer' | 'payee'; readonly state: OrderState },
  { reason, text }: { readonly reason: AppealReason; readonly text: string },
): readonly ('reason' | 'text')[] {
  const needsText = reason === 'other' || !ORDER_STATE_INFO[state].live;
  return [
    ...(appealReasons(role, state).includes(reason) ? [] : (['reason'] as const)),
    ...((text === '' && needsText) || text.length > CASE_TEXT_MAX ? (['text'] as const) : []),
  ];
}
