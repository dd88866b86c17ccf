import { fail } from '@holdfast/contract/errors';
import { maskPayTarget } from '@holdfast/contract/rules';
import { toPayAccountId } from '@holdfast/kernel';
import { releaseFile } from '#features/assets/index.ts';
import { tellReview } from '#features/bank-cards/index.ts';
import { accountReviews, reviewAccount, type ReceivingKind } from '#features/receiving-accounts/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { payAccounts, type PayAccount } from './account.store.ts';

/** What names a picture. */
export const pictureOf = ({ id }: Pick<PayAccount, 'id'>): string => `pay account ${id}`;

/** Nobody needs the picture any more, unless it is the one that the account has now. */
export async function releasePicture(tx: Tx, account: PayAccount, kept?: string): Promise<void> {
  const { fileId } = account;
  if (fileId !== null && fileId !== kept) await releaseFile(tx, { fileId, by: pictureOf(account) });
}

/** Accounts at pay apps, as one kind of the accounts that members are paid on. */
export const payAccountKind: ReceivingKind<PayAccount> = {
  review: 'pay-account',
  store: {
    ...payAccounts,
    async remove(tx, account) {
      await payAccounts.remove(tx, account);
      await releasePicture(tx, account);
    },
  },
  errors: {
    notFound: 'PAY_ACCOUNT_NOT_FOUND',
    duplicate: 'PAY_ACCOUNT_DUPLICATE',
    changed: 'PAY_ACCOUNT_CHANGED',
    holderDiffers: 'PAY_ACCOUNT_HOLDER_DIFFERS',
    claimed: 'PAY_ACCOUNT_CLAIMED',
    notApproved: 'PAY_ACCOUNT_NOT_APPROVED',
    cooling: 'PAY_ACCOUNT_COOLING',
    inUse: 'PAY_ACCOUNT_IN_USE',
  },
  audit: { viewed: 'pay-account-viewed', reviewed: 'pay-account-reviewed', name: 'payAccount' },
  numberMasked: ({ target }) => maskPayTarget(target),
  toldOf: ({ target }) => ({ payApp: target.app }),
  assertMayApprove({ addedBy }, by) {
    if (addedBy === by) throw fail('PAY_ACCOUNT_OWN_ADDITION');
  },
  tell: tellReview,
};

export const payAccountReviews = accountReviews(payAccountKind, toPayAccountId);
export const reviewPayAccount = reviewAccount(payAccountKind, toPayAccountId);
