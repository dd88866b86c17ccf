import { fail } from '@holdfast/contract/errors';
import { maskAccountNumber, maskPayTarget } from '@holdfast/contract/rules';
import { defined, toPayAccountId } from '@holdfast/kernel';
import { linkFile } from '#features/assets/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { compareNames, listedOf, listForOperator, lookAt } from '#features/receiving-accounts/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { PayAccount } from './account.store.ts';
import { payAccountKind } from './pay-account-kind.ts';

const toListed = (one: PayAccount, account: string) => ({
  ...listedOf(one, account),
  payAccountId: one.id,
  app: one.target.app,
  targetMasked: maskPayTarget(one.target),
});

/** Pay accounts by their status, masked. */
export const listForReview: Handler<'/member/third-party-payment/review'> = async ({ tx }, input) => {
  const { items, next } = await listForOperator(payAccountKind, tx, input);
  return { items: items.map(({ one, account }) => toListed(one, account)), next };
};

/**
 * One account: to its member, or to a reviewer who compares it with the member, in clear once they have claimed it. A reviewer is shown whose
 * approved account is the same one; a member never learns of another.
 */
export const readAccount: Handler<'/member/third-party-payment/detail/{id}'> = async (context, _, { id }) => {
  const { tx, session, operator } = context;
  const account = await payAccountKind.store.find(tx, toPayAccountId(id));
  if (!account || (session && session.memberId !== account.memberId)) throw fail('PAY_ACCOUNT_NOT_FOUND');
  const { code, target, holderName, fileId, memberId } = account;
  const { isClear, ...seen } = operator
    ? await lookAt(payAccountKind, context, account)
    : { isClear: true, claimedBy: null, alsoWaiting: [], ...(await compareNames(tx, account, true)) };
  const owner = defined((await findMembers(tx, [memberId])).get(memberId), 'an account has its member');
  const listed = toListed(account, owner.account);
  return {
    isClear,
    payAccount: {
      ...listed,
      codeContent: isClear ? code : null,
      place: target.place,
      accountNumber: isClear ? target.account : maskAccountNumber(target.account),
      holderName: isClear ? holderName : listed.holderMasked,
      version: account.version,
      waitingSince: account.madeAt.toISOString(),
    },
    picture: isClear && fileId !== null ? await linkFile(context, fileId) : null,
    ...seen,
    isOwnAddition: operator !== undefined && account.addedBy === operator.id,
  };
};
