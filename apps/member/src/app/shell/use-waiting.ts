import { useRunningOrders } from './use-running-orders.ts';

/** How many live orders wait for this member, as the server counts them. */
export function useWaiting(): number {
  return useRunningOrders().data?.waiting ?? 0;
}
