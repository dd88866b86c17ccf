import type { CallOutput } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { capsOf } from './cancel-caps.rules.ts';
import { clearCancelDay, findCancelDay, type CancelDay } from './cancel-caps.store.ts';
import type { CancelsLeft } from './order.rules.ts';

type Restrictions = CallOutput<'/member/restrictions'>;
type CancelsToday = Restrictions['cancels'];

/** What is shown of a day never exceeds what it allows: the rest of it is the wait. */
function toCancels(day: CancelDay): CancelsToday {
  const { max, afterPaidMax } = capsOf(day.finished);
  const isBlocked = day.blockedUntil !== null && day.blockedUntil > day.now;
  return {
    used: Math.min(day.ownFault, max),
    max,
    afterPaidUsed: Math.min(day.afterPaid, afterPaidMax),
    afterPaidMax,
    resetsAt: day.dayEnd.toISOString(),
    blockedUntil: isBlocked && day.blockedUntil ? day.blockedUntil.toISOString() : null,
  };
}

export async function cancelsToday(tx: Tx, memberId: MemberId): Promise<CancelsToday> {
  return toCancels(await findCancelDay(tx, memberId));
}

/** What a payer has left of them, as the actions of an order read it. */
export async function cancelsLeft(tx: Tx, memberId: MemberId): Promise<CancelsLeft> {
  const { used, max, afterPaidUsed, afterPaidMax } = await cancelsToday(tx, memberId);
  return { all: max - used, afterPaid: Math.min(max - used, afterPaidMax - afterPaidUsed) };
}

/** Clears what a member has cancelled today; undefined where there is nothing to clear. */
export async function clearCancels(tx: Tx, memberId: MemberId): Promise<CancelsToday | undefined> {
  const cleared = await clearCancelDay(tx, memberId);
  return cleared && toCancels(cleared);
}

/** What a member may not do for now because of own cancels, why, and until when. */
export const readRestrictions: Handler<'/member/restrictions'> = async ({ tx, session, now }) => {
  const cancels = await cancelsToday(tx, session.memberId);
  const { resetsAt, blockedUntil } = cancels;
  const isUsed = cancels.used >= cancels.max;
  const isUsedAfterPaid = isUsed || cancels.afterPaidUsed >= cancels.afterPaidMax;
  const restrictions: Restrictions['restrictions'] = [
    ...(isUsed ? [{ act: 'cancel', reason: 'cancels-used', until: resetsAt } as const] : []),
    ...(isUsedAfterPaid
      ? [{ act: 'cancel-after-paid', reason: 'cancels-used', until: resetsAt } as const]
      : []),
    ...(blockedUntil === null
      ? []
      : [{ act: 'lock', reason: 'cancels-exceeded', until: blockedUntil } as const]),
  ];
  return { cancels, restrictions, serverTime: now.toISOString() };
};
