import type { Handler } from '#platform/gateway/call-table.ts';
import { act } from './act-on-order.ts';

/** T7: the payee gives more time to pay, also after it has ended. */
export const extendTime: Handler<'/order/extend'> = async (context, input) =>
  act(context, input, { event: 'extend', with: { minutes: Number(input.minutes) } });

/** T7.ask: the payer asks for it, once until the payee has answered. */
export const askForTime: Handler<'/order/ask-time'> = async (context, input) =>
  act(context, input, { event: 'ask-time', with: { minutes: Number(input.minutes) } });
