import { toOrderId } from '@holdfast/kernel';
import { calls, handle, type Preparation } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { cancelOrder, markPaid, releaseOrder } from './act-on-order.ts';
import { fireDue } from './fire-due.ts';
import { lockFromListing } from './lock-order.ts';
import { listOrders, orderDetail, ordersInProgress } from './read-orders.ts';

/** Every command on an order first fires what is already due on it. */
const fireDueFirst = ({ db }: Preparation, { orderId }: { readonly orderId: string }) =>
  fireDue(db, toOrderId(orderId));

export const orderCalls = () =>
  calls({
    '/order/lock': handle(lockFromListing, { limit: perMinute(20) }),
    '/order/paid': handle(markPaid, { limit: perMinute(20), prepare: fireDueFirst }),
    '/order/cancel': handle(cancelOrder, { limit: perMinute(20), prepare: fireDueFirst }),
    '/order/release': handle(releaseOrder, { limit: perMinute(20), prepare: fireDueFirst }),
    '/order/detail': handle(orderDetail, { limit: readsPerMinute(240) }),
    '/order/list': handle(listOrders, { limit: readsPerMinute(240) }),
    '/api/v1/members/orders-in-progress/{account}': handle(ordersInProgress, { limit: readsPerMinute(240) }),
  });
