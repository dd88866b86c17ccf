import { fail } from '@holdfast/contract/errors';
import { splitOfferedBy } from '@holdfast/contract/orders';
import { afterFee, feeMinor, minor, parseAmount, toOrderId, type Minor } from '@holdfast/kernel';
import type { Handler } from '#platform/gateway/call-table.ts';
import { asProof } from '#platform/gateway/reply.ts';
import { act, proveRelease } from './act-on-order.ts';
import { roleOf } from './order.rules.ts';
import { findOrdersOf, type LockedOrder } from './order.store.ts';

/** The split that both sides agree on while operators have the case (T30): an offer, and the same words from the other side. */

/** The payer's part of an order; it leaves something for each side, and something of it arrives. */
function partOf({ coin, quantity, feeBasisPoints }: LockedOrder, text: string): Minor {
  const part = parseAmount(coin, text);
  const isWithin =
    part !== undefined && part > 0n && part < quantity && afterFee(part, feeMinor(part, feeBasisPoints)) > 0n;
  if (!isWithin) throw fail('PARAMETERS_INVALID', { fields: ['payerPart'] });
  return part;
}

/**
 * T30.offer and T30.agreed. Whoever names the part that the other side offers agrees to it; any other part is an offer of one's own. Either one
 * may end the order, so both prove the same: the secret, and the payee what a release asks.
 */
export const splitOrder: Handler<'/order/split'> = async (context, input) => {
  const { tx, session } = context;
  const prove = () =>
    asProof(async () => {
      const [order] = await findOrdersOf(tx, session.memberId, [toOrderId(input.orderId)]);
      if (order && roleOf(order, session.memberId) === 'payee') await proveRelease(context, input.otpTicket);
    });
  return act(context, input, {
    prove,
    hasSecret: true,
    event: (order, role, now) => {
      const by = splitOfferedBy(order.split, now.getTime());
      const isTheirs = by !== null && by !== role;
      return isTheirs && order.split?.payerPart === partOf(order, input.payerPart) ? 'split' : 'offer-split';
    },
    withOrder: (order) => {
      const payer = partOf(order, input.payerPart);
      return { parts: { payer, payee: minor(order.coin, order.quantity - payer) } };
    },
  });
};

/** Declines the other side's offer, or takes the own one back. One that has lapsed is gone. */
export const declineSplit: Handler<'/order/decline-split'> = async (context, input) =>
  act(context, input, {
    event: 'decline-split',
    check: ({ split }) => {
      if (splitOfferedBy(split, context.now.getTime()) === null) throw fail('ORDER_ACTION_NOT_ALLOWED');
    },
  });
