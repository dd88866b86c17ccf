import { placeAfter, type Movement, type OrderState, type Transition } from '@holdfast/contract/orders';
import type { PaymentDeclaration } from '@holdfast/contract/rules';
import { BugError, defined, type MemberId } from '@holdfast/kernel';
import { cancel, finish, lock } from '@holdfast/ledger';
import { isListed, releaseFromListing, selectListingForUpdate } from '#features/listings/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import { postOrFail } from '#platform/money/post-or-fail.ts';
import type { Hint } from '#platform/outbox/outbox.store.ts';
import { noticesOf } from './order-notices.ts';
import { clockOf, faultOf, isLive, sideOf } from './order.rules.ts';
import {
  changeOrder,
  countEnd,
  insertEvent,
  insertOrder,
  type LockedOrder,
  type NewOrder,
  type Order,
} from './order.store.ts';

/** Which transition to apply, by whom, and with what. The caller has checked its guards. */
export interface Step {
  readonly transition: Transition;
  readonly actor: 'payer' | 'payee' | 'system';
  readonly actorId: MemberId | null;
  readonly paid?: PaymentDeclaration;
  readonly cancelReason?: string;
  readonly lockType?: 'full' | 'partial';
}

/**
 * Applies a transition to an order whose row lock is held: row, event, money, listing, counters, inbox and hints, in one transaction.
 * Undefined when state or version have changed since the order was read (optimistic update), or when a command came after a clock was due. Row
 * locks are taken in one order everywhere: order, its clocks, listing, traders, accounts, inbox counters.
 */
export async function applyTransition(tx: Tx, order: LockedOrder, step: Step): Promise<Order | undefined> {
  const { transition, cancelReason = null } = step;
  const to = stateAfter(transition, order.state);
  const changed = await changeOrder(tx, {
    id: order.id,
    from: order.state,
    version: order.version,
    to,
    ended: !isLive(to),
    clock: clockOf(transition, order.payWindowMinutes),
    unlessDue: step.actor !== 'system',
    fault: faultOf(transition.fault, cancelReason),
    resolution: transition.resolution ?? null,
    cancelReason,
    paid: step.paid ?? null,
  });
  if (changed) await carryOut(tx, changed, { ...step, from: order.state });
  return changed;
}

/** The transition with which an order begins: inserts its row and carries out the rest as for any other transition. */
export async function applyFirstTransition(
  tx: Tx,
  terms: Omit<NewOrder, 'state' | 'clock'>,
  step: Step,
): Promise<Order> {
  const { transition } = step;
  const clock = defined(clockOf(transition, terms.payWindowMinutes), 'a new order has a deadline');
  const order = await insertOrder(tx, { ...terms, state: stateAfter(transition, 'OPEN'), clock });
  await carryOut(tx, order, { ...step, from: null });
  return order;
}

function stateAfter(transition: Transition, from: OrderState | 'OPEN'): OrderState {
  return placeAfter(transition, from) as OrderState;
}

/** Everything that a transition does beside the order's own row, which is written already. */
async function carryOut(tx: Tx, order: Order, step: Step & { from: OrderState | null }): Promise<void> {
  const { transition, actor, actorId, from, lockType } = step;
  await insertEvent(tx, {
    orderId: order.id,
    version: order.version,
    transition: transition.id,
    event: transition.event,
    actor,
    actorId,
    from,
    to: order.state,
  });
  if (transition.escrow) await moveEscrow(tx, order, transition.escrow);
  await notify(tx, await noticesOf(tx, order, transition, { lockType }), hintsOf(order, transition));
}

/** What the screens of both parties must refetch. */
function hintsOf(order: Order, { escrow }: Transition): Hint[] {
  const topics = escrow ? (['orders', 'balance'] as const) : (['orders'] as const);
  const parties = [order.payerId, order.payeeId];
  const hints: Hint[] = parties.flatMap((memberId) => topics.map((topic) => ({ memberId, topic })));
  return escrow ? [...hints, { memberId: order.ownerId, topic: 'listings' }] : hints;
}

/** Posts a movement of the order's coin and, when the order ends with it, settles its listing and its counters. */
async function moveEscrow(tx: Tx, order: Order, movement: Movement): Promise<void> {
  const { id, version, payerId, payeeId, coin, quantity, fee } = order;
  const escrow = { order: id, version, payee: payeeId, coin, quantity };
  if (movement === 'lock') {
    const from = sideOf(order) === 'sell' ? 'listing_reserve' : 'available';
    return postOrFail(tx, lock({ ...escrow, from }));
  }
  const isListedStill = await settle(tx, order, movement);
  if (movement === 'return') {
    // A listing that has ended takes nothing back: the coin returns to its owner's available balance.
    const to = sideOf(order) === 'sell' && isListedStill ? 'listing_reserve' : 'available';
    return postOrFail(tx, cancel({ ...escrow, to }));
  }
  if (movement !== 'finish') throw new BugError(`no order moves its coin by ${movement} yet`);
  return postOrFail(tx, finish({ ...escrow, payer: payerId, fee, to: 'available' }));
}

/** Unlocks an ended order's quantity in its listing and counts the order for both sides. Returns whether the listing is still listed. */
async function settle(tx: Tx, order: Order, movement: Movement): Promise<boolean> {
  const listing = defined(await selectListingForUpdate(tx, order.listingId), 'an order has its listing');
  const isListedStill = isListed(listing.state);
  const giveBack = movement === 'return' && isListedStill;
  await releaseFromListing(tx, { id: listing.id, quantity: order.quantity, giveBack });
  await countEnd(tx, order);
  return isListedStill;
}
