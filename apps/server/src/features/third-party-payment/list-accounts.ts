import type { CardApproval } from '@holdfast/contract/calls';
import { coolingUntil } from '#features/receiving-accounts/index.ts';
import { findCoolPeriod } from '#features/security/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { payAccounts as accounts } from './account.store.ts';
import { toPayAccount } from './to-pay-account.ts';

export const listOwnAccounts =
  (approval: CardApproval): Handler<'/member/third-party-payment/list'> =>
  async ({ tx, session: { memberId } }) => {
    const period = await findCoolPeriod(tx, memberId);
    const payAccounts = (await accounts.list(tx, memberId)).map((account) => ({
      ...toPayAccount(account),
      refusal: account.refusal,
      coolingUntil: coolingUntil(account, period)?.toISOString() ?? null,
    }));
    return { payAccounts, approval, newCoolsUntil: period?.endsAt.toISOString() ?? null };
  };
