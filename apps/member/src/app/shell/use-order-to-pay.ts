import { useEffect } from 'react';
import { useRead } from '#platform/calls/queries.ts';
import { useAccount, useServices } from '#platform/services.tsx';

/** Tells the lock whether an own order waits to be paid: whoever asked for it may look into a bank's app for a minute then. */
export function useOrderToPay(): void {
  const { lock } = useServices();
  const account = useAccount();
  const { data } = useRead(
    '/api/v1/members/orders-in-progress/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  const hasOrderToPay = data?.orders.some(({ role, duty }) => role === 'payer' && duty === 'payer') ?? false;
  useEffect(() => lock.setOrderToPay(hasOrderToPay), [lock, hasOrderToPay]);
}
