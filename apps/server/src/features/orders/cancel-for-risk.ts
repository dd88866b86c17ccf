import { findTransition, TRANSITIONS } from '@holdfast/contract/orders';
import { defined, type MemberId } from '@holdfast/kernel';
import { suspendNextListing } from '#features/listings/index.ts';
import { inTransaction, type Database, type Tx } from '#platform/db/db.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { applyTransition } from './apply-transition.ts';
import { selectOrderForUpdate } from './order.store.ts';
import { claimRiskCancel, endRiskCancel, findOrderIn, postponeRiskCancel } from './risk-cancel.store.ts';

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
const AGAIN_SECONDS = 60;

/** One step for a member: a listing, else an order. False when nothing is left. */
async function takeStep(tx: Tx, memberId: MemberId): Promise<boolean> {
  if (await suspendNextListing(tx, memberId, 'account-checked')) return true;
  const id = await findOrderIn(tx, memberId, RISK_CANCEL.from);
  if (id === undefined) return false;
  const order = defined(await selectOrderForUpdate(tx, id), 'an order is never deleted');
  // Paid or ended since it was found: the next step looks anew.
  const transition = findTransition(
    { at: order.state, request: order.request?.by ?? null },
    'force-cancel',
    'risk',
  );
  if (!transition) return true;
  const applied = await applyTransition(tx, order, {
    transition,
    settings: await readSettings(tx),
    actor: 'risk',
    actorId: null,
    fault: 'none',
    detail: { reason: REASON },
  });
  defined(applied, 'nobody changes an order whose row lock is held');
  return true;
}

/** A member whose orders could not be cancelled. */
export interface FailedRiskCancel {
  readonly memberId: MemberId;
  readonly error: unknown;
}

export interface RiskCancelOptions {
  readonly onFailure?: (failed: FailedRiskCancel) => void;
  readonly isStopping?: () => boolean;
}

/**
 * Does what there is to do for every member who may no longer sign in. Returns how many listings and orders were ended.
 * One that fails waits and does not block the others.
 */
export async function cancelForRisk(db: Database, options: RiskCancelOptions = {}): Promise<number> {
  let count = 0;
  while (options.isStopping?.() !== true) {
    let memberId: MemberId | undefined;
    try {
      const hasStepped = await inTransaction(db, async (tx) => {
        memberId = await claimRiskCancel(tx);
        if (memberId === undefined) return undefined;
        const isMore = await takeStep(tx, memberId);
        if (!isMore) await endRiskCancel(tx, memberId);
        return isMore;
      });
      if (hasStepped === undefined) return count;
      count += Number(hasStepped);
    } catch (error) {
      if (memberId === undefined) throw error;
      await postponeRiskCancel(db, memberId, AGAIN_SECONDS);
      options.onFailure?.({ memberId, error });
    }
  }
  return count;
}
