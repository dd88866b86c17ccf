import { fail } from '@holdfast/contract/errors';
import { appealFaults } from '@holdfast/contract/orders';
import type { Handler } from '#platform/gateway/call-table.ts';
import { act } from './act-on-order.ts';

/** T25: either side asks the operators to decide. The coin stays in escrow until they do, or until both agree. */
export const appeal: Handler<'/order/appeal'> = async (context, input) => {
  const { reason } = input;
  const text = (input.text ?? '').trim();
  return act(context, input, {
    event: 'appeal',
    check: ({ state }, role) => {
      const fields = appealFaults({ role, state }, { reason, text });
      if (fields.length > 0) throw fail('APPEAL_INVALID', { fields });
    },
    with: { detail: { reason, proofIds: [] }, ...(text !== '' && { text }) },
  });
};
