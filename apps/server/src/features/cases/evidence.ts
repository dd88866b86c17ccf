import { fail } from '@holdfast/contract/errors';
import { toOrderId } from '@holdfast/kernel';
import { findOrder, makeEvidence } from '#features/orders/index.ts';
import { listClaims } from '#features/reviews/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';

/** The whole order as a signed file, in clear: for who works on it, with the reason on record. */
export const downloadEvidence: Handler<'/operator/case/evidence/{id}'> = async (
  { tx, operator, now, audit },
  { reason },
  { id },
) => {
  const orderId = toOrderId(id);
  const order = (await findOrder(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  const claim = (await listClaims(tx, 'order', [orderId])).get(orderId);
  if (claim?.operatorId !== operator.id) throw fail('CASE_CLAIM_NEEDED');
  audit({ action: 'order-evidence-made', subject: `order:${orderId}`, detail: { reason } });
  return makeEvidence(tx, order, { madeFor: 'operator', now });
};
