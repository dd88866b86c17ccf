import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { defined, toOrderId } from '@holdfast/kernel';
import { findEvidence, findOrder, toEvidenceFile } from '#features/orders/index.ts';
import { listClaims } from '#features/reviews/index.ts';
import { appNow } from '#platform/db/clock.ts';
import { inReadOnly } from '#platform/db/db.ts';
import type { Printer } from '#platform/documents/printer.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';

type EvidenceFile = CallOutput<'/operator/case/evidence/{id}'>;

/** The file for who works on the order, in clear. Before the command's own transaction, so that printing holds none. */
export const prepareEvidence =
  (printer: Printer) =>
  async (
    { db, operator, params }: Preparation,
    { format }: CallInput<'/operator/case/evidence/{id}'>,
  ): Promise<EvidenceFile> => {
    const { id: operatorId } = defined(operator, 'operators alone ask for it');
    const found = await inReadOnly(db, async (tx) => {
      const orderId = toOrderId(params['id'] ?? '');
      const order = (await findOrder(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
      const claim = (await listClaims(tx, 'order', [orderId])).get(orderId);
      if (claim?.operatorId !== operatorId) throw fail('CASE_CLAIM_NEEDED');
      return findEvidence(tx, order, { madeFor: 'operator', now: await appNow(tx) });
    });
    return toEvidenceFile(found, { format, printer, share: `operator ${operatorId}` });
  };

/** The whole order as a signed file, with the reason on record. */
export const downloadEvidence: Handler<'/operator/case/evidence/{id}', EvidenceFile> = async (
  { prepared, audit },
  { reason, format = 'json' },
  { id },
) => {
  audit({ action: 'order-evidence-made', subject: `order:${id}`, detail: { reason, format } });
  return prepared;
};
