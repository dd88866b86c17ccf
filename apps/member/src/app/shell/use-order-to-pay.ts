import { useEffect } from 'react';
import { useServices } from '#state/services.tsx';
import { useRunningOrders } from './use-running-orders.ts';

/** Tells the PIN lock whether an own order waits to be paid: whoever asked for it may look into a bank's app for a minute then. */
export function useOrderToPay(): void {
  const { pinLock } = useServices();
  const { data } = useRunningOrders();
  const hasOrderToPay = data?.items.some(({ role, duty }) => role === 'payer' && duty === 'payer') ?? false;
  useEffect(() => pinLock.setOrderToPay(hasOrderToPay), [pinLock, hasOrderToPay]);
}
