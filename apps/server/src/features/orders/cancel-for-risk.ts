import { findTransition, TRANSITIONS } from '@holdfast/contract/orders';
import { defined, toOrderId, type MemberId } from '@holdfast/kernel';
import { selectOldestLiveListing, suspendForRisk } from '#features/listings/index.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { inTransaction, isDatabaseDown, type Database, type Tx } from '#platform/db/db.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { applyTransition } from './apply-transition.ts';
import { endInCase } from './end-in-case.ts';
import { backOffSeconds, FIRE_TRIES_MAX } from './order.rules.ts';
import { selectOrderForUpdate, type LockedOrder } from './order.store.ts';
import {
  claimRiskCancel,
  endRiskCancel,
  hasOpenItems,
  postponeRiskCancel,
  postponeRiskItem,
  selectOrderToCancel,
  type RiskCancel,
  type RiskItem,
} from './risk-cancel.store.ts';

/**
 * What a member leaves open whom operators no longer let sign in: nobody else may begin a trade with them, and nobody may be left waiting for
 * them. Their listings are suspended (L7), and their orders that nobody has paid are cancelled without fault (T29.risk). What has been paid goes
 * its way to the operators.
 */

const RISK_CANCEL = defined(
  TRANSITIONS.find(({ id }) => id === 'T29.risk'),
  'the table lets the risk engine cancel',
);
/** As the event says it. */
const REASON = 'sign-in-forbidden';
/** How soon a member is looked at again whose last items are held by somebody else or wait after a failure. */
const LOOK_AGAIN_SECONDS = 5;
/** After a failure that no item is known for. */
const AGAIN_SECONDS = 60;

const stepOf = ({ state, request }: LockedOrder) =>
  findTransition({ at: state, request: request?.by ?? null }, RISK_CANCEL.event, 'risk');

async function cancelOrder(tx: Tx, order: LockedOrder): Promise<void> {
  const transition = stepOf(order);
  // Paid or ended since it was found: the next step looks anew.
  if (!transition) return;
  const applied = await applyTransition(tx, order, {
    transition,
    settings: await readSettings(tx),
    actor: 'risk',
    actorId: null,
    fault: 'none',
    detail: { reason: REASON },
  });
  defined(applied, 'nobody changes an order whose row lock is held');
}

/** One step for a member: a listing, else an order, which `onItem` hears of before it is ended. False when nothing can be ended now. */
async function takeStep(
  tx: Tx,
  { memberId, failed }: RiskCancel,
  onItem: (item: RiskItem) => void,
): Promise<boolean> {
  const waiting = (kind: RiskItem['kind']) =>
    failed.filter((item) => item.kind === kind && item.isWaiting).map(({ id }) => id);
  const begin = (kind: RiskItem['kind'], id: string) =>
    onItem({ kind, id, tries: failed.find((item) => item.kind === kind && item.id === id)?.tries ?? 0 });
  const listing = await selectOldestLiveListing(tx, memberId, { except: waiting('listing') });
  if (listing) {
    begin('listing', listing.id);
    await suspendForRisk(tx, listing, 'account-checked');
    return true;
  }
  const whose = { memberId, states: RISK_CANCEL.from };
  const order = await selectOrderToCancel(tx, { ...whose, except: waiting('order') });
  if (order) {
    begin('order', order.id);
    await cancelOrder(tx, order);
    return true;
  }
  if (await hasOpenItems(tx, whose)) await postponeRiskCancel(tx, memberId, LOOK_AGAIN_SECONDS);
  else await endRiskCancel(tx, memberId);
  return false;
}

/** A listing or an order that could not be ended, or a member of whom even that is not known. */
export interface FailedRiskCancel {
  readonly memberId: MemberId;
  readonly item?: RiskItem;
  readonly error: unknown;
}

/** An order becomes a case (T32). A listing has no such state: the audit log names it, and it is tried again as before. */
async function tellOperators(tx: Tx, { kind, id }: RiskItem): Promise<void> {
  if (kind === 'listing')
    return writeAudit(tx, { actor: 'system', action: 'listing-not-suspended', subject: `listing:${id}` });
  const order = await selectOrderForUpdate(tx, toOrderId(id));
  if (order && stepOf(order)) await endInCase(tx, order, { reason: 'cancel-failed' });
}

/**
 * Puts an item off that has failed, so that what else the member has open is ended meanwhile. Counts as a try unless the database was in the way.
 * Undefined where another worker has met the same failure and put it off: that is one try, told once.
 */
async function putOff(
  db: Database,
  item: RiskItem & { readonly memberId: MemberId },
  error: unknown,
): Promise<FailedRiskCancel | undefined> {
  const { memberId, kind, id } = item;
  const wait = (tries: number) =>
    inTransaction(db, async (tx) => {
      const isOurs = await postponeRiskItem(tx, item, { tries, seconds: backOffSeconds(tries) });
      if (isOurs && tries === FIRE_TRIES_MAX && tries > item.tries) await tellOperators(tx, item);
      return isOurs;
    });
  const toldOnce = (isOurs: boolean, tries: number, why: unknown) =>
    isOurs ? { memberId, item: { kind, id, tries }, error: why } : undefined;
  const tries = isDatabaseDown(error) ? item.tries : item.tries + 1;
  try {
    return toldOnce(await wait(tries), tries, error);
  } catch (second) {
    // Operators are told by the next try.
    const both = new AggregateError([error, second], 'neither ended nor told to operators');
    return toldOnce(await wait(item.tries), item.tries, both);
  }
}

export interface RiskCancelOptions {
  readonly onFailure?: (failed: FailedRiskCancel) => void;
  readonly isStopping?: () => boolean;
}

/** One step for the member who has waited longest: whether it has ended something. Undefined when nobody waits. */
async function cancelNext(db: Database, { onFailure }: RiskCancelOptions): Promise<boolean | undefined> {
  let claimed: RiskCancel | undefined;
  let item: RiskItem | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      item = undefined; // of a try that was rolled back
      claimed = await claimRiskCancel(tx);
      return claimed && (await takeStep(tx, claimed, (begun) => (item = begun)));
    });
  } catch (error) {
    if (!claimed) throw error;
    const { memberId } = claimed;
    const failed = item ? await putOff(db, { ...item, memberId }, error) : { memberId, error };
    if (!item) await postponeRiskCancel(db, memberId, AGAIN_SECONDS);
    if (failed) onFailure?.(failed);
    return false;
  }
}

/**
 * Does what there is to do for every member who may no longer sign in. Returns how many listings and orders were ended. One that fails waits with a
 * back-off and blocks neither the others of its member nor other members.
 */
export async function cancelForRisk(db: Database, options: RiskCancelOptions = {}): Promise<number> {
  let count = 0;
  while (options.isStopping?.() !== true) {
    const hasEnded = await cancelNext(db, options);
    if (hasEnded === undefined) return count;
    count += Number(hasEnded);
  }
  return count;
}
