import { fail } from '@holdfast/contract/errors';
import { requestReasonsOf, type RequestReason } from '@holdfast/contract/orders';
import type { Handler } from '#platform/gateway/call-table.ts';
import { asProof } from '#platform/gateway/reply.ts';
import { act, proveRelease } from './act-on-order.ts';
import { evidenceOf } from './order-files.ts';
import type { LockedOrder } from './order.store.ts';

/** The request to cancel: one side asks, the other one answers. Which transition it is depends on state, request and role: the table decides. */

const asking = (reason: RequestReason) => ({
  event: 'request-cancel' as const,
  check: ({ state }: LockedOrder, role: 'payer' | 'payee') => {
    if (!requestReasonsOf(role, state).includes(reason))
      throw fail('PARAMETERS_INVALID', { fields: ['reason'] });
  },
  with: { requestReason: reason },
});

/** T13 and T21 by the payee. Asking while the other side's request is open is the consent to it (T27). */
export const requestCancel: Handler<'/order/request-cancel'> = async (context, input) =>
  act(context, input, { ...asking(input.reason), ...evidenceOf(context, input) });

/** T16 by the payer: silence would give the coin back, so the transaction secret is asked. */
export const requestCancelAfterPaid: Handler<'/order/request-cancel-after-paid'> = async (context, input) =>
  act(context, input, { ...asking(input.reason), ...evidenceOf(context, input), hasSecret: true });

/** T14 and T17: who ticks that no money has moved agrees; the coin returns to the payee. */
export const allowCancel: Handler<'/order/allow-cancel'> = async (context, input) =>
  act(context, input, { event: 'allow-cancel' });

/** T21a: the payer agrees to give up a coin that "paid" was pressed for. */
export const allowCancelAfterPaid: Handler<'/order/allow-cancel-after-paid'> = async (context, input) =>
  act(context, input, { event: 'allow-cancel', hasSecret: true });

/** T15, T21b and T20. A payee who refuses says why, for that opens a case, or is read in the one that is open. */
export const denyCancel: Handler<'/order/deny-cancel'> = async (context, input) => {
  const { reason } = input;
  const text = (input.text ?? '').trim();
  return act(context, input, {
    event: 'deny-cancel',
    check: ({ state }, role) => {
      const opensCase = role === 'payee' && state !== 'STUCK_CASE';
      if ((role === 'payee') !== (reason !== undefined))
        throw fail('PARAMETERS_INVALID', { fields: ['reason'] });
      // Words go into the case that opens with them; an open one has its thread.
      if (opensCase ? reason === 'other' && text === '' : text !== '')
        throw fail('PARAMETERS_INVALID', { fields: ['text'] });
    },
    with: { ...(reason && { detail: { reason } }), ...(text !== '' && { text }) },
  });
};

/** T19: "the money did arrive" is a release, with everything that a release asks. */
export const denyAsReceived: Handler<'/order/deny-as-received'> = async (context, input) => {
  const prove = () => asProof(() => proveRelease(context, input.otpTicket));
  return act(context, input, { event: 'deny-as-received', prove, hasSecret: true });
};
