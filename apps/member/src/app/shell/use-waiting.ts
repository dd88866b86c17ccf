import { useRead } from '@holdfast/client/queries';
import { useAccount } from '#state/services.tsx';

/** How many running orders wait for this member. */
export function useWaiting(): number {
  const account = useAccount();
  const { data } = useRead(
    '/api/v1/members/orders-in-progress/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  return data?.items.filter(({ duty, role }) => duty === role || duty === 'both').length ?? 0;
}
