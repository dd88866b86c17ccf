import type { CallOutput } from '@holdfast/contract/calls';
import { COINS, type Coin } from '@holdfast/kernel';
import { useQuery } from '@tanstack/react-query';
import { readQuery, useRead } from '@holdfast/client/queries';
import { useAccount, useServices } from '#state/services.tsx';
import { LAST_BALANCES_KEY } from '#state/session/forget-tab.ts';
import { listOf, oneOf, recordOf, text, createStored } from '@holdfast/client/storage';

const BALANCES = '/member/balanceinfo';
const JOURNALS = { TWD: '/api/wallet/get-journal', USDT: '/api/wallet/get-journal-usdt' } as const;

const readLastBalances = recordOf<CallOutput<typeof BALANCES>>({
  balances: listOf(
    recordOf({
      coin: oneOf(COINS),
      total: text,
      available: text,
      listed: text,
      inOrder: text,
      onHold: text,
      withdrawing: text,
    }),
  ),
  asOf: text,
});

/**
 * The balances, never unknown for longer than the very first time: what this tab saw last stays, with its time, while fresh
 * values load or cannot be had.
 */
export function useBalances() {
  const { callApi, tab } = useServices();
  const stored = createStored({ area: tab, key: LAST_BALANCES_KEY, read: readLastBalances });
  const query = readQuery(callApi, BALANCES, {});
  return useQuery({
    ...query,
    queryFn: async (context): Promise<CallOutput<typeof BALANCES>> => {
      const fresh = await callApi(BALANCES, { isBackground: true });
      if (!context.signal.aborted) stored.write(fresh);
      return fresh;
    },
    initialData: stored.read,
    initialDataUpdatedAt: 0,
  });
}

export function useRunningOrders() {
  const account = useAccount();
  return useRead('/api/v1/members/orders-in-progress/{account}', { params: { account } });
}

export function useRecentActivity(coin: Coin) {
  return useRead(JOURNALS[coin], { input: {} });
}

/** Something of it can be shown: what was read, or that it could not be. */
export const isThere = ({ data, isError }: { data: unknown; isError: boolean }): boolean =>
  data !== undefined || isError;

/** What the list of what is to be set up goes by. */
export function useSetupReads(isEnabled: boolean) {
  const account = useAccount();
  const params = { account };
  return {
    info: useRead('/member/info/{account}', { params }, { isEnabled }),
    permissions: useRead('/member/account/permissions', {}, { isEnabled }),
    cards: useRead('/bank/list/{account}', { params }, { isEnabled }),
    questions: useRead('/member/securityquestion/list', {}, { isEnabled }),
  };
}
