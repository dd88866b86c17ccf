import { toPayAccountId } from '@holdfast/kernel';
import { assertUnused, selectOwn } from '#features/receiving-accounts/index.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import type { PayAccountUsesParts } from './account-uses.ts';
import { payAccountKind } from './pay-account-kind.ts';

/** Removes an account of the member's own that nothing uses. Orders of the past go on showing it. Both names of the call lead here. */
export const removeAccount =
  ({ payAccountUsesOf }: PayAccountUsesParts) =>
  async (
    { tx, session: { memberId }, audit }: MemberContext,
    { payAccountId }: { readonly payAccountId: string },
  ): Promise<Record<string, never>> => {
    const account = await selectOwn(payAccountKind, tx, memberId, toPayAccountId(payAccountId));
    await assertUnused(payAccountKind, tx, account, payAccountUsesOf);
    await payAccountKind.store.remove(tx, account);
    audit({
      action: 'pay-account-removed',
      subject: `member:${memberId}`,
      detail: { payAccount: account.id },
    });
    return {};
  };
