import { COINS, formatAmount } from '@holdfast/kernel';
import { memberBalances } from '@holdfast/ledger';
import type { Handler } from '#platform/gateway/call-table.ts';

/** Per coin what a member owns, split by what it is doing right now. One snapshot: the parts sum to the total. */
export const balanceInfo: Handler<'/member/balanceinfo'> = async ({ tx, session, now }) => {
  const balances = await memberBalances(tx, session.memberId);
  return {
    asOf: now.toISOString(),
    balances: COINS.map((coin) => {
      const { total, available, listed, inOrder, onHold, withdrawing } = balances[coin];
      return {
        coin,
        total: formatAmount(coin, total),
        available: formatAmount(coin, available),
        listed: formatAmount(coin, listed),
        inOrder: formatAmount(coin, inOrder),
        onHold: formatAmount(coin, onHold),
        withdrawing: formatAmount(coin, withdrawing),
      };
    }),
  };
};
