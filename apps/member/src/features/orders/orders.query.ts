import type { OrderDetail } from '@holdfast/contract/calls';
import { AppError } from '@holdfast/kernel';
import { useServerTime } from '@holdfast/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readQuery, usePages, useRead, useRefresh } from '@holdfast/client/queries';
import { BALANCE_READS } from '#state/live-topics.ts';
import { useServices } from '#state/services.tsx';
import { useDebounced } from '#components/use-debounced.ts';
import { asInput, type OrderFilters } from './order-filters.rules.ts';

export type OrderScope = 'active' | 'past';

const TYPING_PAUSE_MS = 300;

/** Those that match, of the ended ones; an order number or a nickname is worth a request once it is not typed at any more. */
export function useOrders(scope: OrderScope, filters: OrderFilters) {
  const search = useDebounced(filters.search, TYPING_PAUSE_MS);
  return usePages('/order/list', { scope, ...(scope === 'past' && asInput({ ...filters, search })) });
}

/** One order, asked again by itself when its deadline passes or an action opens: what happens then is decided by the server. */
export function useOrder(orderId: string) {
  const query = useRead('/order/detail', { input: { orderId } });
  const { deadlineDate, cancelRequest, splitOffer, allowedActions = [] } = query.data?.order ?? {};
  // The clock of a request runs beside that of the state.
  const instants = [
    deadlineDate,
    cancelRequest?.deadline,
    splitOffer?.until,
    ...allowedActions.map(({ opensAt }) => opensAt),
  ].filter((at) => at !== null && at !== undefined);
  const passed = useServerTime((now) => instants.filter((at) => now > Date.parse(at)).join());
  const { refetch } = query;
  useEffect(() => {
    if (passed !== '') void refetch();
  }, [passed, refetch]);
  return query;
}

const TOUCHED = [
  '/order/list',
  '/api/v1/members/orders-in-progress/{account}',
  ...BALANCE_READS,
  '/listing/mine',
] as const;

/** The order that an error brought along: the state has changed under the member's hands, and this is the new one. */
function changedOrder(error: unknown): OrderDetail | undefined {
  if (!(error instanceof AppError) || error.code !== 'ORDER_STATE_CHANGED') return undefined;
  return error.data['order'] as OrderDetail | undefined;
}

/**
 * Runs a command on an order and shows what it made of it. Every answer carries the whole order, a refusal for a changed state
 * too, so the room is right at once and the rest is asked anew behind it.
 */
export function useOrderCommand() {
  const { callApi, serverNow } = useServices();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const show = (order: OrderDetail) => {
    const { queryKey } = readQuery(callApi, '/order/detail', { input: { orderId: order.orderId } });
    queries.setQueryData(queryKey, { order, serverTime: new Date(serverNow()).toISOString() });
  };
  return async (command: () => Promise<{ order: OrderDetail }>): Promise<void> => {
    try {
      show((await command()).order);
    } catch (error) {
      const order = changedOrder(error);
      if (order) show(order);
      throw error;
    } finally {
      refresh(...TOUCHED);
    }
  };
}
