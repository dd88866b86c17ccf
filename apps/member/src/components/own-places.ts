import { useRead } from '@holdfast/client/queries';
import { useAccount } from '#state/services.tsx';

export const useMyName = () => ({ params: { account: useAccount() } });

export function useMyCards() {
  return useRead('/bank/list/{account}', useMyName());
}

export function useMyPayAccounts() {
  return useRead('/member/third-party-payment/list', {});
}

/** Where the member can be paid: read anew when naming one of them was refused. */
export const PLACE_READS = ['/bank/list/{account}', '/member/third-party-payment/list'] as const;
