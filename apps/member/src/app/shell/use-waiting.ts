import { useRead } from '#platform/calls/queries.ts';
import { useAccount } from '#platform/services.tsx';

/** How many running orders wait for this member. */
export function useWaiting(): number {
  const account = useAccount();
  const { data } = useRead(
    '/api/v1/members/orders-in-progress/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  return data?.orders.filter(({ duty, role }) => duty === role || duty === 'both').length ?? 0;
}
