import type { Handler } from '#platform/gateway/call-table.ts';
import { listNewestPaidBy } from './order.store.ts';

/** Orders that are looked at: however many a member has cancelled since, the read costs the same. */
const LOOKED_AT = 20;

/** From where the member paid last by a method. Most pay from one account all their life, and type it anew each time. */
export const paidFrom: Handler<'/order/paid-from'> = async ({ tx, session }, { payMethod }) => {
  const orders = await listNewestPaidBy(tx, session.memberId, LOOKED_AT);
  const paid = orders.find((order) => order.payMethod === payMethod)?.paid;
  return {
    from: paid ? { paidBank: paid.paidBank ?? null, lastFive: paid.lastFive, payer: paid.payer } : null,
  };
};
