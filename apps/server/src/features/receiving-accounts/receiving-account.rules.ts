import type { BankCard, CardApproval } from '@holdfast/contract/calls';
import type { ReviewState } from '@holdfast/contract/operators';

/** Pure decisions about the accounts that members are paid on. */

const FIRST_STATUS = { 'by-review': 'Review', 'at-once': 'Approved' } as const satisfies Record<
  CardApproval,
  BankCard['status']
>;

/** The status of an account that was just added. Reviewers decide about it; a demo or a test approves each at once and says so on the screen. */
export function firstStatus(approval: CardApproval): BankCard['status'] {
  return FIRST_STATUS[approval];
}

/** What a reviewer's queue calls the status of an account, and back. */
export const STATUS_OF = {
  waiting: 'Review',
  approved: 'Approved',
  refused: 'NotApproved',
} as const satisfies Record<ReviewState, BankCard['status']>;
export const STATE_OF = {
  Review: 'waiting',
  Approved: 'approved',
  NotApproved: 'refused',
} as const satisfies Record<BankCard['status'], ReviewState>;

/**
 * Until when an account is too new to be paid on: it was added while cool-downs ran. Whoever has got into an account adds one first, so
 * nobody is told to pay into it, and nothing is paid out to it, before its member had the time to see that.
 */
export function coolingUntil(
  { addedAt }: { readonly addedAt: Date },
  period: { readonly beganAt: Date; readonly endsAt: Date } | undefined,
): Date | undefined {
  return period && addedAt >= period.beganAt ? period.endsAt : undefined;
}

/** Whether buyers may be shown this account as the one to pay to: somebody, or the demo's rule, has approved it. */
export function canReceive(account: { readonly status: BankCard['status'] }): boolean {
  return account.status === 'Approved';
}
