import type { Handler } from '#platform/gateway/call-table.ts';
import { act } from './act-on-order.ts';

/** T3: the owner takes an order that waits for acceptance. From now on its payer sees where to pay, and has the whole time to pay. */
export const acceptOrder: Handler<'/order/accept'> = async (context, input) =>
  act(context, input, { event: 'accept' });

/** T4: the owner does not take it; the coin goes back to what funded it. */
export const declineOrder: Handler<'/order/decline'> = async (context, input) =>
  act(context, input, { event: 'decline', with: { detail: { reason: input.reason } } });
