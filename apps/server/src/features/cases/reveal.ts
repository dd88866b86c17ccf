import { fail } from '@holdfast/contract/errors';
import type { CaseReveal } from '@holdfast/contract/operators';
import { toOrderId } from '@holdfast/kernel';
import { findMembers } from '#features/member-profile/index.ts';
import { findOrder, findPayPlace, toPayTo, type Order } from '#features/orders/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { pour } from '#platform/limits/buckets.store.ts';
import { assertHolds } from './claims.ts';

/** The same allowance as for members: whoever has used it up there sees nothing more here. */
const PER_HOUR = 30;
const HOUR_SECONDS = 3600;

async function valueOf(tx: Tx, order: Order, what: CaseReveal): Promise<string> {
  if (what === 'declared-name') return order.paid?.payer ?? '';
  if (what === 'pay-to') {
    const { holderName, bank, payAccount } = toPayTo(await findPayPlace(tx, order));
    return bank
      ? `${bank.bankCode} ${bank.accountNumber} ${holderName}`
      : `${payAccount?.account ?? ''} ${holderName}`;
  }
  const memberId = what === 'payer-name' ? order.payerId : order.payeeId;
  return (await findMembers(tx, [memberId])).get(memberId)?.realName ?? '';
}

/** Shows one value of a side in clear, for a reason that is logged with it. Only who has claimed the order works on it. */
export const reveal: Handler<'/operator/case/reveal/{id}'> = async (
  { tx, operator, audit },
  { what, reason },
  { id },
) => {
  const orderId = toOrderId(id);
  const order = (await findOrder(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  await assertHolds(tx, operator, orderId);
  const { fits, waitSeconds, levels } = await pour(tx, [
    { name: `reveals of operator ${operator.id}`, capacity: PER_HOUR, drainSeconds: HOUR_SECONDS },
  ]);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
  if ((levels[0] ?? 0) > PER_HOUR - 2)
    audit({ action: 'reveals-many', subject: `operator:${operator.email}`, detail: { count: PER_HOUR } });
  audit({ action: 'order-revealed', subject: `order:${orderId}`, detail: { what, reason } });
  return { value: await valueOf(tx, order, what) };
};
