import { useRead } from '#platform/calls/queries.ts';
import { useMemberData } from '#platform/services.tsx';

/** How many running orders wait for this member. */
export function useWaiting(): number {
  const account = useMemberData()?.login.account ?? '';
  const { data } = useRead(
    '/api/v1/members/orders-in-progress/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  return data?.orders.filter(({ duty, role }) => duty === role || duty === 'both').length ?? 0;
}
