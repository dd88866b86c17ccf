import type { Transition } from '@holdfast/contract/orders';
import { defined, type OrderId } from '@holdfast/kernel';
import { inTransaction, isDatabaseDown, type Database, type Tx } from '#platform/db/db.ts';
import { settleDowntimes } from '#platform/maintenance/downtime.store.ts';
import { noteGap } from '#platform/maintenance/heartbeat.store.ts';
import { createSettings, type SettingsReader } from '#platform/settings/settings.ts';
import { applyTransition } from './apply-transition.ts';
import { endInCase } from './end-in-case.ts';
import { backOffSeconds, FIRE_TRIES_MAX, firedBy } from './order.rules.ts';
import { moveClocks } from './outages.ts';
import { claimAgain, claimDue, isDue, postponeTimer, type DueTimer } from './timer.store.ts';

/**
 * Deadlines. Each clock of an order is a row: the first to find it due by database time (a worker or a command) claims it and applies its
 * transition in one transaction, which holds the row locks to its end. So each fires exactly once and never early, and one that passed while
 * the product was down fires at the next start.
 */

const blames = ({ fault }: Transition) => fault !== undefined && fault !== 'undecided' && fault !== 'none';

async function fire(
  tx: Tx,
  { order, name, overlapped, moment }: DueTimer,
  settings: SettingsReader,
): Promise<void> {
  const transition = defined(
    firedBy(name, order.state, order.request?.by),
    `the clock ${name} fires in ${order.state}`,
  );
  const fired = await applyTransition(tx, order, {
    transition,
    settings: await settings.at(tx, moment),
    actor: 'system',
    actorId: null,
    fired: name,
    // Who had less time by an outage is not at fault, though the time was given back (invariant 7).
    ...(overlapped && blames(transition) && { fault: 'none' as const }),
  });
  defined(fired, 'nobody changes a claimed order');
}

/** Fires what is due on one order, unless nobody was there when it became due: the product may just have come back, before its worker. After a long stop several clocks may be due; each fires in its own transaction, in order. */
export async function fireDue(db: Database, orderId: OrderId): Promise<void> {
  const settings = createSettings();
  // Nearly always nothing is due; a read without a row lock shows that.
  while (await isDue(db, orderId)) {
    await noteGap(db);
    await settleDowntimes(db, moveClocks);
    const found = await inTransaction(db, async (tx) => {
      const due = await claimDue(tx, orderId);
      if (due) await fire(tx, due, settings);
      return due !== undefined;
    });
    if (!found) return;
  }
}

/** A clock that could not fire. */
export interface FailedTimer extends Pick<DueTimer, 'name' | 'tries'> {
  readonly orderId: OrderId;
  readonly error: unknown;
}

/**
 * Puts a clock off that has failed. Counts as a try unless the database was in the way. In a transaction of its own, because a commit can
 * fail too. Whoever met the clock in between and failed as well finds it put off: that is one try, told once.
 */
async function putOff(db: Database, due: DueTimer, error: unknown): Promise<FailedTimer | undefined> {
  const tries = isDatabaseDown(error) ? due.tries : due.tries + 1;
  const failed = { orderId: due.order.id, name: due.name, tries };
  const toldOnce = (isOurs: boolean, why: unknown) => (isOurs ? { ...failed, error: why } : undefined);
  const again = (work: (tx: Tx, due: DueTimer) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      const same = await claimAgain(tx, due);
      if (same) await work(tx, same);
      return same !== undefined;
    });
  const endAsCase = () =>
    again((tx, { order, name }) => endInCase(tx, order, { reason: 'deadline-failed', fired: name }));
  const wait = () => again((tx) => postponeTimer(tx, due, { tries, seconds: backOffSeconds(tries) }));
  try {
    return toldOnce(await (tries < FIRE_TRIES_MAX ? wait() : endAsCase()), error);
  } catch (second) {
    const both = new AggregateError([error, second], 'neither a deadline nor a case for it');
    return toldOnce(await wait(), both);
  }
}

export interface FireOptions {
  readonly onFailure?: (failed: FailedTimer) => void;
  readonly isStopping?: () => boolean;
  /** Called before each clock: many that are due take long, and who fires them is there meanwhile. */
  readonly beforeEach?: () => Promise<void>;
}

/** Fires the clock that has been due longest. Undefined when none is due. */
async function fireNext(
  db: Database,
  settings: SettingsReader,
  { onFailure }: FireOptions,
): Promise<{ hasFired: boolean; lateSeconds: number } | undefined> {
  let due: DueTimer | undefined;
  try {
    await inTransaction(db, async (tx) => {
      due = await claimDue(tx);
      if (due) await fire(tx, due, settings);
    });
    return due && { hasFired: true, lateSeconds: due.lateSeconds };
  } catch (error) {
    if (!due) throw error;
    const failed = await putOff(db, due, error);
    if (failed) onFailure?.(failed);
    return { hasFired: false, lateSeconds: 0 };
  }
}

/** Clocks that one process fires at once: most of the time of each is waiting for the database. */
const LANES = 4;

/** How many clocks were fired, and how long the one that waited longest had been due. */
export interface Fired {
  readonly count: number;
  readonly lateSeconds: number;
}

/** Fires every clock that is due, oldest first, after what is left to do of a downtime. One that fails does not block the others. */
export async function fireAllDue(db: Database, options: FireOptions = {}): Promise<Fired> {
  await settleDowntimes(db, moveClocks);
  const settings = createSettings();
  let fired: Fired = { count: 0, lateSeconds: 0 };
  const fireWhileDue = async () => {
    while (options.isStopping?.() !== true) {
      await options.beforeEach?.();
      const next = await fireNext(db, settings, options);
      if (!next) return;
      const { hasFired, lateSeconds } = next;
      fired = {
        count: fired.count + Number(hasFired),
        lateSeconds: Math.max(fired.lateSeconds, lateSeconds),
      };
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, fireWhileDue));
  const broken = lanes.find((lane) => lane.status === 'rejected');
  if (broken) throw broken.reason;
  return fired;
}
