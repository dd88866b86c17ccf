import { appError } from '@holdfast/contract/errors';
import { defined, type AppError } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import { blockedUntil, cancelChange, capsOf, countedAt, type CancelCount } from './cancel-caps.rules.ts';
import {
  blockLocks,
  countCancel,
  findCancelDay,
  liftBlock,
  returnCancel,
  type CancelDay,
} from './cancel-caps.store.ts';
import { listEvents } from './event.store.ts';
import type { Order } from './order.store.ts';
import { moveEnd } from './trader.store.ts';

type Ended = Pick<Order, 'id' | 'payerId' | 'payeeId' | 'paidAt' | 'endedAt' | 'countsAgainst'>;

type Change = Parameters<typeof cancelChange>;

/** Hours and minutes in Taipei, as the refusal says them: its text is shown as it comes (spec 8). */
const CLOCK = new Intl.DateTimeFormat('zh-TW', {
  timeZone: 'Asia/Taipei',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The refusal of somebody who has used up the day's cancels, or must wait after more than that. */
function cancelLimit(
  day: Pick<CancelDay, 'finished' | 'ownFault' | 'afterPaid'>,
  { until, isAfterPaid }: { until: Date; isAfterPaid: boolean },
): AppError {
  const { max, afterPaidMax } = capsOf(day.finished);
  return appError('CANCEL_LIMIT', {
    used: isAfterPaid ? Math.min(day.afterPaid, afterPaidMax) : Math.min(day.ownFault, max),
    max: isAfterPaid ? afterPaidMax : max,
    until: CLOCK.format(until),
  });
}

/** The refusal of a lock by somebody who has gone beyond the cap. */
export const blockedFor = (day: Pick<CancelDay, 'finished' | 'ownFault'>, until: Date): AppError =>
  cancelLimit({ ...day, afterPaid: 0 }, { until, isAfterPaid: false });

/**
 * Counts what a transition is as a cancel. One that may be refused is refused beyond the cap: everything is rolled back then. One that may not
 * (an order that ran out, a request that the other side agreed to) leads a step up the ladder instead.
 */
export async function countCancels(tx: Tx, ...change: Change): Promise<void> {
  const { count, giveBack } = cancelChange(...change);
  if (giveBack) returnCancel(tx, giveBack);
  if (!count) return;
  await countOne(tx, count);
}

async function countOne(tx: Tx, count: CancelCount): Promise<void> {
  const day = await countCancel(tx, count);
  const { max, afterPaidMax } = capsOf(day.finished);
  const isAfterPaid = count.afterPaid && day.afterPaid > afterPaidMax;
  if (day.ownFault <= max && !isAfterPaid) return;
  if (count.capped) throw cancelLimit(day, { until: day.dayEnd, isAfterPaid });
  blockLocks(tx, count.memberId, blockedUntil(day.blocks + 1, day.now, day.dayEnd));
}

/**
 * An order runs again, so its end was no cancel: it is given back on the day on which it was counted, and with it the step up the ladder that
 * would not have come without it.
 */
export async function returnAtRelock(
  tx: Tx,
  { id, payerId, payeeId, paidAt, endedAt, countsAgainst }: Ended,
): Promise<void> {
  if (countsAgainst === null || endedAt === null) return;
  const memberId = countsAgainst === 'payer' ? payerId : payeeId;
  const at = countedAt(await listEvents(tx, id), endedAt);
  returnCancel(tx, { memberId, afterPaid: paidAt !== null, at });
  const day = await findCancelDay(tx, memberId);
  const { max, afterPaidMax } = capsOf(day.finished);
  if (day.blockedUntil && day.ownFault <= max && day.afterPaid <= afterPaidMax) liftBlock(tx, memberId);
}

/**
 * Whom the reason of a cancel has blamed says that it is so: what was counted for who gave it is given back, and it counts for the other one,
 * today and in the figure. Nobody can be refused for agreeing, so beyond the cap it is a step up the ladder.
 */
export async function moveBlame(tx: Tx, before: Ended, after: Ended): Promise<void> {
  const { payerId, payeeId, paidAt, countsAgainst } = after;
  await returnAtRelock(tx, before);
  await moveEnd(tx, before, after);
  const memberId = defined(countsAgainst, 'who takes the blame bears it') === 'payer' ? payerId : payeeId;
  await countOne(tx, { memberId, afterPaid: paidAt !== null, capped: false });
}
