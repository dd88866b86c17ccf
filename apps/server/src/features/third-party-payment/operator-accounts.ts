import { fail } from '@holdfast/contract/errors';
import { readPayCode } from '@holdfast/contract/rules';
import { defined, type MemberId, type OperatorId } from '@holdfast/kernel';
import { tellReview } from '#features/bank-cards/index.ts';
import { realNameOf } from '#features/member-profile/index.ts';
import {
  assertUnused,
  getMemberId,
  othersThan,
  renameHolders as renameOfKind,
  unbind,
} from '#features/receiving-accounts/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { payAccounts, type PayAccount } from './account.store.ts';
import type { PayAccountUsesParts } from './account-uses.ts';
import { readBound } from './bind-account.ts';
import { payAccountKind } from './pay-account-kind.ts';

/**
 * Adds an account for a member whose picture no machine can read: what the code says is typed, the holder is the approved name, and the limit of
 * accounts does not count. It waits for another reviewer, and the member is told at once.
 */
export const addForMember: Handler<'/member/third-party-payment/force-add'> = async (
  { tx, operator, audit },
  { account, app, codeContent, reason },
) => {
  const memberId = await getMemberId(tx, account);
  const holderName = await realNameOf(tx, memberId);
  if (holderName === undefined) throw fail('REAL_NAME_REQUIRED');
  const typed = { app, code: codeContent, holderName, fileId: null, addedBy: operator.id };
  const bound = await readBound(tx, memberId, { realNameOf }, typed);
  await othersThan(payAccountKind, tx, bound);
  const added = await payAccounts.insert(tx, { ...bound, status: 'Review' });
  await tellReview(tx, memberId, { payApp: app, payAccountAdded: true });
  audit({
    action: 'pay-account-added',
    subject: `member:${memberId}`,
    detail: { payAccount: added.id, reason },
  });
  return { payAccountId: added.id };
};

/** What `addForMember` and the approval of another reviewer come to, at once: the demo world has no pictures. */
export async function addApproved(
  tx: Tx,
  { memberId, holderName, code }: Pick<PayAccount, 'memberId' | 'holderName' | 'code'>,
): Promise<PayAccount> {
  const target = defined(readPayCode(code), code);
  const status = 'Approved';
  const addedBy = '1' as OperatorId;
  return payAccounts.insert(tx, { memberId, holderName, code, target, status, fileId: null, addedBy });
}

/** Removes accounts of a member: all, or those that are named. None of them while an order or a listing uses one. */
export const unbindAccounts =
  ({ payAccountUsesOf }: PayAccountUsesParts): Handler<'/api/v1/members/unbind-3rd-payments/{account}'> =>
  async ({ tx, audit }, { payAccountIds: ids, reason }, { account }) => {
    const memberId = await getMemberId(tx, account);
    const removed = await unbind(payAccountKind, tx, { memberId, ids }, (one) =>
      assertUnused(payAccountKind, tx, one, payAccountUsesOf),
    );
    await tellReview(tx, memberId, { payAccountsRemoved: true });
    audit({ action: 'pay-accounts-unbound', subject: `member:${memberId}`, detail: { removed, reason } });
    return { removed };
  };

/** Puts the approved name on every pay account of a member, and answers how many had another one. */
export const renameHolders = (tx: Tx, memberId: MemberId, holderName: string): Promise<number> =>
  renameOfKind(payAccountKind, tx, memberId, holderName);
