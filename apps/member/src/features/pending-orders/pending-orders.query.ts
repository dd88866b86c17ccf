import { useRead } from '#platform/calls/queries.ts';
import { useMemberData } from '#platform/services.tsx';

export type ListingScope = 'live' | 'ended';

export function useMyListings(scope: ListingScope) {
  return useRead('/listing/mine', { input: { scope } });
}

export function useAvailable(coin: 'TWD' | 'USDT'): string | undefined {
  const { data } = useRead('/member/balanceinfo', {});
  return data?.balances.find((balance) => balance.coin === coin)?.available;
}

export function useMyCards() {
  const account = useMemberData()?.login.account ?? '';
  return useRead('/bank/list/{account}', { params: { account } });
}

/** What a change of a listing touches. */
export const LISTING_READS = ['/listing/mine', '/member/balanceinfo', '/api/wallet/get-journal'] as const;
