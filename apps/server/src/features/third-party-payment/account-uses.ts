import { toPayAccountId } from '@holdfast/kernel';
import { fail } from '@holdfast/contract/errors';
import { listUses as findUses, type UsesOf } from '#features/receiving-accounts/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import type { PayAccount } from './account.store.ts';
import { payAccountKind } from './pay-account-kind.ts';

export type PayAccountUsesOf = UsesOf<PayAccount>;

export interface PayAccountUsesParts {
  readonly payAccountUsesOf: PayAccountUsesOf;
}

/** What keeps an own account from being changed or removed. */
export const listUses =
  ({
    payAccountUsesOf,
  }: PayAccountUsesParts): Handler<'/member/third-party-payment/check-payment-in-progress'> =>
  async ({ tx, session: { memberId } }, { payAccountId }) => {
    const account = await payAccountKind.store.find(tx, toPayAccountId(payAccountId));
    if (!account || account.memberId !== memberId) throw fail('PAY_ACCOUNT_NOT_FOUND');
    return { uses: await findUses(payAccountKind, tx, account, payAccountUsesOf) };
  };
