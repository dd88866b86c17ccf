import { fail } from '@holdfast/contract/errors';
import { appealFaults } from '@holdfast/contract/orders';
import type { Handler } from '#platform/gateway/call-table.ts';
import { act } from './act-on-order.ts';
import { evidenceOf } from './order-files.ts';

/**
 * T25: either side asks the operators to decide. The coin stays in escrow until they do, or until both agree. T31a: the same about an order
 * that has ended; then the case lies beside it.
 */
export const appeal: Handler<'/order/appeal'> = async (context, input) => {
  const { reason } = input;
  const text = (input.text ?? '').trim();
  return act(context, input, {
    event: 'appeal',
    check: ({ state }, role) => {
      const fields = appealFaults({ role, state }, { reason, text });
      if (fields.length > 0) throw fail('APPEAL_INVALID', { fields });
    },
    ...evidenceOf(context, input),
    with: { detail: { reason }, ...(text !== '' && { text }) },
  });
};

/** T31.claim: the payer of an order that was cancelled had paid. Operators read it, and may lock the coin again. */
export const claimLate: Handler<'/order/late-claim'> = async (context, input) => {
  const text = input.text.trim();
  if (text === '') throw fail('LATE_CLAIM_EMPTY');
  return act(context, input, { event: 'late-claim', ...evidenceOf(context, input), with: { text } });
};
