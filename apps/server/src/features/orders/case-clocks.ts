import { CASE_NOTICE, type CaseNoticeStage } from '@holdfast/contract/notifications';
import { timerMs } from '@holdfast/contract/settings';
import type { OrderId } from '@holdfast/kernel';
import { notify } from '#features/notifications/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { readSettings } from '#platform/settings/settings.ts';
import {
  claimDueCaseClock,
  postponeCaseClock,
  restartRuling,
  stopCaseClock,
  type CaseClock,
  type DueCaseClock,
} from './case-clock.store.ts';
import { backOffSeconds } from './order.rules.ts';

/**
 * The clocks of cases. None of them decides anything: the coin stays where it is until a person has ruled or the parties agree. What they do is that the
 * case is seen, that it goes to whoever leads when nobody has ruled, and that the members hear of it, with a time each.
 */

/** Both sides read the same. */
async function tellParties(
  tx: Tx,
  { orderId, serialNo, ownerId, payerId, payeeId }: DueCaseClock,
  { stage, until }: { stage: CaseNoticeStage; until: Date },
): Promise<void> {
  await notify(
    tx,
    [payerId, payeeId].map((memberId) => ({
      memberId,
      type: CASE_NOTICE,
      extra: {
        type: CASE_NOTICE,
        orderId,
        serialNo,
        isOwner: ownerId === memberId,
        orderType: ownerId === payeeId ? 'sell' : 'buy',
        stage,
        deadlineDate: until.toISOString(),
      },
    })),
    [payerId, payeeId].map((memberId) => ({ memberId, topic: 'orders', orderId })),
  );
}

async function restart(tx: Tx, due: DueCaseClock, escalates: boolean): Promise<void> {
  const rulingMs = timerMs(await readSettings(tx), 'ruling');
  const until = await restartRuling(tx, due.caseId, { rulingMs, escalates });
  await tellParties(tx, due, { stage: 'escalated', until });
}

const FIRES: Readonly<Record<CaseClock, (tx: Tx, due: DueCaseClock) => Promise<void>>> = {
  // Its colour on the board has changed, and no more: the next time that members were told still holds.
  firstAnswer: async () => {},
  async ruling(tx, due) {
    // Whoever leads is late as well: both sides hear by when to expect it now, day after day.
    if (due.isEscalated) await restart(tx, due, false);
    else if (!due.escalatesNow) await tellParties(tx, due, { stage: 'late', until: due.escalatesAt });
  },
  async escalation(tx, due) {
    await restart(tx, due, true);
    await writeAudit(tx, { actor: 'system', action: 'case-escalated', subject: `order:${due.orderId}` });
  },
};

/** A clock of a case that could not fire. */
export interface FailedCaseClock {
  readonly orderId: OrderId;
  readonly name: CaseClock;
  readonly error: unknown;
}

async function fireNext(db: Database, onFailure: (failed: FailedCaseClock) => void): Promise<boolean> {
  let due: DueCaseClock | undefined;
  try {
    await inTransaction(db, async (tx) => {
      due = await claimDueCaseClock(tx);
      if (!due) return;
      await stopCaseClock(tx, due);
      await FIRES[due.name](tx, due);
      hintOperators(tx, { topic: 'board' }, { topic: 'orders', orderId: due.orderId });
    });
    return due !== undefined;
  } catch (error) {
    if (!due) throw error;
    onFailure({ orderId: due.orderId, name: due.name, error });
    await postponeCaseClock(db, due, backOffSeconds(due.tries + 1));
    return true;
  }
}

/** Fires what is due of the clocks of cases, the oldest first, each once. After `fireAllDue`, which settles what stood still. Returns how many. */
export async function fireCaseClocks(
  db: Database,
  {
    onFailure = () => {},
    isStopping = () => false,
  }: { onFailure?: (failed: FailedCaseClock) => void; isStopping?: () => boolean } = {},
): Promise<number> {
  let count = 0;
  while (!isStopping() && (await fireNext(db, onFailure))) count += 1;
  return count;
}
