import { useRead } from '@holdfast/client/queries';
import { useAccount } from '#state/services.tsx';

/** The member's running orders, as the frame reads them for every screen. */
export function useRunningOrders() {
  const account = useAccount();
  return useRead(
    '/api/v1/members/orders-in-progress/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
}
