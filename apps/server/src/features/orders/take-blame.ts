import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { act } from './act-on-order.ts';
import { blamedBy } from './order.rules.ts';

/** T12.blame: a cancel has blamed the caller, who says that it is so. */
export const takeBlame: Handler<'/order/take-blame'> = async (context, input) =>
  act(context, input, {
    event: 'take-blame',
    check: (order, role) => {
      if (blamedBy(order) !== role) throw fail('ORDER_ACTION_NOT_ALLOWED');
    },
    withOrder: (order) => ({ fault: blamedBy(order) }),
  });
