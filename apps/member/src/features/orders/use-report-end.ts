import type { OrderDetail } from '@holdfast/contract/calls';
import { useEffect, useRef } from 'react';
import { useServices } from '#state/services.tsx';

/** Tells the server that this side has seen the end of its order. What fails is told again by the next visit. */
export function useReportEnd({ orderId, endedAt, isEndSeen }: OrderDetail): void {
  const { callApi } = useServices();
  const told = useRef<string>(undefined);
  const isDue = endedAt !== null && !isEndSeen;
  useEffect(() => {
    if (!isDue || told.current === orderId) return;
    told.current = orderId;
    callApi('/report/order/finish', { input: { orderId } }).catch(() => undefined);
  }, [callApi, isDue, orderId]);
}
