import type { BankCard, CardApproval } from '@holdfast/contract/calls';

/** Pure decisions about bank cards. */

const FIRST_STATUS = { 'by-review': 'Review', 'at-once': 'Approved' } as const satisfies Record<
  CardApproval,
  BankCard['status']
>;

/**
 * The status of a card that was just added. Operators will review cards; until the console lets them, a demo or a test approves each at
 * once and says so on the screen, and in production a card stays in review.
 */
export function firstStatus(approval: CardApproval): BankCard['status'] {
  return FIRST_STATUS[approval];
}

/**
 * Until when a card is too new to be paid on: it was added while cool-downs ran. Whoever has got into an account adds a card first, so
 * nobody is told to pay into it, and nothing is paid out to it, before its member had the time to see that.
 */
export function coolingUntil(
  { addedAt }: { readonly addedAt: Date },
  period: { readonly beganAt: Date; readonly endsAt: Date } | undefined,
): Date | undefined {
  return period && addedAt >= period.beganAt ? period.endsAt : undefined;
}

/** Whether buyers may be shown this card as the one to pay to: somebody, or the demo's rule, has approved it. */
export function canReceive(card: { readonly status: BankCard['status'] }): boolean {
  return card.status === 'Approved';
}
