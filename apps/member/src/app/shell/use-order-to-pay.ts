import { useEffect } from 'react';
import { useRead } from '@holdfast/client/queries';
import { useAccount, useServices } from '#state/services.tsx';

/** Tells the PIN lock whether an own order waits to be paid: whoever asked for it may look into a bank's app for a minute then. */
export function useOrderToPay(): void {
  const { pinLock } = useServices();
  const account = useAccount();
  const { data } = useRead(
    '/api/v1/members/orders-in-progress/{account}',
    { params: { account } },
    { isEnabled: account !== '' },
  );
  const hasOrderToPay = data?.items.some(({ role, duty }) => role === 'payer' && duty === 'payer') ?? false;
  useEffect(() => pinLock.setOrderToPay(hasOrderToPay), [pinLock, hasOrderToPay]);
}
