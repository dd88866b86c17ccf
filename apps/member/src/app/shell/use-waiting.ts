import { useRunningOrders } from './use-running-orders.ts';

/** How many running orders wait for this member. */
export function useWaiting(): number {
  const { data } = useRunningOrders();
  return data?.items.filter(({ duty, role }) => duty === role || duty === 'both').length ?? 0;
}
