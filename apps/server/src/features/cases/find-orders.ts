import { formatAmount, toOrderId } from '@holdfast/kernel';
import { findMemberId, findMembers } from '#features/member-profile/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findLinesByNumber, findLinesOf, type OrderLine } from './find.store.ts';

const SERIAL = /^HF-\d{6}-\d{4,}$/i;
const NUMBER = /^#?([1-9]\d{0,17})$/;

async function find(tx: Tx, search: string): Promise<OrderLine[]> {
  if (SERIAL.test(search)) return findLinesByNumber(tx, { serialNo: search.toUpperCase() });
  const number = NUMBER.exec(search)?.[1];
  if (number !== undefined) return findLinesByNumber(tx, { id: toOrderId(number) });
  const memberId = await findMemberId(tx, search.toLowerCase());
  return memberId === undefined ? [] : findLinesOf(tx, memberId);
}

/** Orders by their number, or those of a member that run or have ended last. Who is looked for is audited, as every search for a person. */
export const findOrders: Handler<'/operator/case/find'> = async ({ tx, audit }, { search }) => {
  const lines = await find(tx, search.trim());
  audit({ action: 'orders-searched', subject: 'orders', detail: { value: search, count: lines.length } });
  const members = await findMembers(tx, [
    ...new Set(lines.flatMap(({ payerId, payeeId }) => [payerId, payeeId])),
  ]);
  return {
    items: lines.map(({ payerId, payeeId, coin, quantity, payTwd, lockedAt, ...line }) => ({
      ...line,
      coin,
      quantity: formatAmount(coin, quantity),
      payTwd: String(payTwd),
      payer: members.get(payerId)?.nick ?? '',
      payee: members.get(payeeId)?.nick ?? '',
      lockedAt: lockedAt.toISOString(),
    })),
  };
};
