import type { OwnBankCard, OwnPayAccount } from '@holdfast/contract/calls';
import type { Coin } from '@holdfast/kernel';
import { useEnsureRead, usePages, useRead } from '@holdfast/client/queries';
import { BALANCE_READS } from '#state/live-topics.ts';
import { useMyName } from '#components/own-places.ts';

export type ListingScope = 'live' | 'ended';

export function useMyListings(scope: ListingScope) {
  return usePages('/listing/mine', { scope });
}

export function useAvailable(coin: Coin): string | undefined {
  const { data } = useRead('/member/balanceinfo', {});
  return data?.balances.find((balance) => balance.coin === coin)?.available;
}

/** What a listing may say and what orders cost, as operators have set it. */
export function useTerms() {
  return useRead('/listing/terms', {}).data;
}

export function useEnsureMyPayAccounts(): () => Promise<readonly OwnPayAccount[]> {
  const ensure = useEnsureRead('/member/third-party-payment/list', {});
  return async () => (await ensure()).payAccounts;
}

/** The accounts for a command that cannot go without them: those that came, or those that are on their way. */
export function useEnsureMyCards(): () => Promise<readonly OwnBankCard[]> {
  const ensure = useEnsureRead('/bank/list/{account}', useMyName());
  return async () => (await ensure()).cards;
}

/** What a change of a listing touches. */
export const LISTING_READS = ['/listing/mine', ...BALANCE_READS] as const;
