import { appError } from '@holdfast/contract/errors';
import { toOrderId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { createKeyedQueues } from '#platform/queues/fair-queue.ts';
import { cancelOrder, markPaid, releaseOrder } from './act-on-order.ts';
import { fireDue } from './fire-due.ts';
import { lockFromListing } from './lock-order.ts';
import { listOrders, orderDetail, ordersInProgress } from './read-orders.ts';

/** Every command on an order first fires what is already due on it. */
const onOrder = {
  limit: perMinute(20),
  fireDue: (db: Database, { orderId }: { readonly orderId: string }) => fireDue(db, toOrderId(orderId)),
};

/**
 * Lockers of one listing at once, and those that wait. They wait here and not for the row, where each would hold a connection: a few at the
 * row keep it busy. The figures are those of one process, whose connections they protect; processes together multiply them.
 */
const LOCKERS = { running: 3, waiting: 100 };

export const orderCalls = () => {
  const queues = createKeyedQueues({
    ...LOCKERS,
    full: () => appError('LISTING_CROWDED', { seconds: 2 }),
  });
  return calls({
    '/order/lock': handle(lockFromListing, {
      limit: perMinute(20),
      inQueue: ({ listingId }, transaction) => queues(listingId, transaction),
    }),
    '/order/paid': handle(markPaid, onOrder),
    '/order/cancel': handle(cancelOrder, onOrder),
    '/order/release': handle(releaseOrder, onOrder),
    '/order/detail': handle(orderDetail, { limit: readsPerMinute(240) }),
    '/order/list': handle(listOrders, { limit: readsPerMinute(240) }),
    '/api/v1/members/orders-in-progress/{account}': handle(ordersInProgress, { limit: readsPerMinute(240) }),
  });
};
