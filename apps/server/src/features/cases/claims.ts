import { fail } from '@holdfast/contract/errors';
import { CASE_CLAIM_MINUTES, mayDo } from '@holdfast/contract/operators';
import { toOrderId, type OperatorId, type OrderId } from '@holdfast/kernel';
import { operatorNames } from '#features/operators/index.ts';
import { claimItem, endClaim, listClaims, listHeld } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler, Operator } from '#platform/gateway/call-table.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { findItem, listBoard, type Item } from './case.store.ts';

/** Who works on which order. One claim holds the order, whether a case is open on it or not, so nobody rules beside anybody. */

async function nameOf(tx: Tx, id: OperatorId): Promise<string> {
  return (await operatorNames(tx, [id])).get(id) ?? '';
}

/** Who has an order stands in its room and on the board; how long a claim lasts, in the room alone. */
function tellOthers(tx: Tx, orderId: OrderId, { isOnBoard }: { isOnBoard: boolean }): void {
  hintOperators(tx, { topic: 'orders', orderId }, ...(isOnBoard ? [{ topic: 'board' as const }] : []));
}

/** Refuses whose role is not for this order: one that nobody has ruled in time is for who leads, any other for who decides. */
export function assertMayWork({ role }: Operator, { isEscalated }: Pick<Item, 'isEscalated'>): void {
  if (mayDo(role, isEscalated ? 'cases.lead' : 'cases.decide')) return;
  throw isEscalated ? fail('CASE_ESCALATED') : fail('ROLE_NOT_ALLOWED');
}

/** Refuses who has not claimed the order, or may not work on it any more. */
export async function assertHolds(tx: Tx, operator: Operator, orderId: OrderId): Promise<void> {
  const found = (await findItem(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  if ((await listClaims(tx, 'order', [orderId])).get(orderId)?.operatorId !== operator.id)
    throw fail('CASE_CLAIM_NEEDED');
  assertMayWork(operator, found);
}

/** Claims an order or prolongs the claim. What is not simply the next piece of work asks for a reason. */
export const claim: Handler<'/operator/case/claim/{id}'> = async (
  { tx, operator, audit },
  { reason, since },
  { id },
) => {
  const orderId = toOrderId(id);
  const found = (await findItem(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  assertMayWork(operator, found);
  const held = (await listClaims(tx, 'order', [orderId])).get(orderId);
  const isOwn = held?.operatorId === operator.id;
  const isTakenOver = held !== undefined && !isOwn;
  if (isTakenOver && since === undefined)
    throw fail('CASE_CLAIMED', { by: await nameOf(tx, held.operatorId) });
  if ((isTakenOver || (!isOwn && !found.waits)) && reason === undefined)
    throw fail('PARAMETERS_INVALID', { fields: ['reason'] });
  const claimed = await claimItem(
    tx,
    { kind: 'order', id: orderId },
    { operatorId: operator.id, seenSince: since, minutes: CASE_CLAIM_MINUTES },
  );
  if (!claimed) throw fail('REVIEW_NOT_HELD');
  if (!claimed.isProlonged)
    audit({
      action: claimed.takenFrom === null ? 'order-claimed' : 'order-taken-over',
      subject: `order:${orderId}`,
      detail: {
        ...(claimed.takenFrom !== null && { from: await nameOf(tx, claimed.takenFrom) }),
        ...(reason !== undefined && { reason }),
      },
    });
  tellOthers(tx, orderId, { isOnBoard: !claimed.isProlonged });
  return { until: claimed.endsAt.toISOString() };
};

/** Gives an order back to the board. */
export const release: Handler<'/operator/case/release/{id}'> = async (
  { tx, operator, audit },
  _input,
  { id },
) => {
  const orderId = toOrderId(id);
  await spendClaim(tx, operator, orderId);
  tellOthers(tx, orderId, { isOnBoard: true });
  audit({ action: 'order-given-back', subject: `order:${id}` });
  return {};
};

/** Claims what has waited longest of all that an operator has to rule and nobody has. Of two who ask at once, the second gets the one behind it. */
export const claimNext: Handler<'/operator/case/next'> = async ({ tx, operator, audit }) => {
  const waiting = await listBoard(tx, {
    stages: [
      ...(mayDo(operator.role, 'cases.lead') ? (['escalated'] as const) : []),
      ...(mayDo(operator.role, 'cases.decide') ? (['case', 'beside'] as const) : []),
    ],
    except: await listHeld(tx, 'order'),
    limit: NEXT_LOOKED_AT,
  });
  for (const { orderId } of waiting) {
    const options = { operatorId: operator.id, minutes: CASE_CLAIM_MINUTES };
    if (!(await claimItem(tx, { kind: 'order', id: orderId }, options))) continue;
    audit({ action: 'order-claimed', subject: `order:${orderId}` });
    tellOthers(tx, orderId, { isOnBoard: true });
    return { id: orderId };
  }
  return { id: null };
};

/** So many orders are looked at for one that nobody has. */
const NEXT_LOOKED_AT = 20;

/** Ends the claim of whoever decides, in the same transaction. Refuses whoever has none that lives. */
export async function spendClaim(tx: Tx, operator: Operator, orderId: OrderId): Promise<void> {
  if (!(await endClaim(tx, { kind: 'order', id: orderId }, operator.id))) throw fail('CASE_CLAIM_NEEDED');
}
