import type { OwnBankCard, OwnPayAccount } from '@holdfast/contract/calls';
import { useRead } from '@holdfast/client/queries';
import { useAccount } from '#state/services.tsx';

/** Where a member may be paid: a bank card, or an account at a pay app. */
export type Place = Pick<OwnBankCard | OwnPayAccount, 'id' | 'status' | 'coolingUntil'>;

/** The places that a listing or an order may name: none that nobody has approved, and none that was added during a cool-down which still runs. */
export const usablePlaces = <P extends Place>(places: readonly P[]): P[] =>
  places.filter(({ status, coolingUntil }) => status === 'Approved' && coolingUntil === null);

/** Those that only wait for the end of a cool-down. */
export const coolingPlaces = <P extends Place>(places: readonly P[]): P[] =>
  places.filter(({ status, coolingUntil }) => status === 'Approved' && coolingUntil !== null);

export const useMyName = () => ({ params: { account: useAccount() } });

export function useMyCards() {
  return useRead('/bank/list/{account}', useMyName());
}

export function useMyPayAccounts() {
  return useRead('/member/third-party-payment/list', {});
}

/** Where the member can be paid: read anew when naming one of them was refused. */
export const PLACE_READS = ['/bank/list/{account}', '/member/third-party-payment/list'] as const;
