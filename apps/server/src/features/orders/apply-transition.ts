import { placeAfter, type OrderState, type Transition } from '@holdfast/contract/orders';
import type { PaymentDeclaration } from '@holdfast/contract/rules';
import { defined, type MemberId } from '@holdfast/kernel';
import { pauseListing } from '#features/listings/index.ts';
import { notify } from '#features/notifications/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import type { Hint } from '#platform/outbox/outbox.store.ts';
import { detailOf, type OwnDetail } from './event-detail.ts';
import { moveEscrow, type Parts } from './move-escrow.ts';
import { noticesOf } from './order-notices.ts';
import { clockOf, faultOf, fundingOf, isLive, isOwnerAbsent } from './order.rules.ts';
import {
  changeOrder,
  insertEvent,
  insertOrder,
  type ChangedOrder,
  type LockedOrder,
  type NewOrder,
  type Order,
} from './order.store.ts';

/** Which transition to apply, by whom, and with what. The caller has checked its guards. */
export interface Step {
  readonly transition: Transition;
  readonly actor: 'payer' | 'payee' | 'system' | 'operator' | 'risk';
  /** A member, or null. */
  readonly actorId: MemberId | null;
  readonly paid?: PaymentDeclaration;
  readonly cancelReason?: string;
  readonly lockType?: 'full' | 'partial';
  readonly parts?: Parts;
  /** Until when what the payer gets is held. */
  readonly heldUntil?: Date;
  /** What the event says of its own, beside what the above already tells. */
  readonly detail?: OwnDetail;
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
    clock: isLive(to) ? clockOf(transition, order.payWindowMinutes) : null,
    unlessDue: step.actor !== 'system',
    fault: faultOf(transition.fault, cancelReason, order),
    resolution: transition.resolution ?? null,
    late: transition.late ?? false,
    cancelReason,
    paid: step.paid ?? null,
    funding: fundingOf(transition.escrow, order) ?? null,
    settledQuantity: step.parts?.payer ?? null,
  });
  if (changed) await carryOut(tx, changed, { ...step, from: order.state });
  return changed;
}

/** The transition with which an order begins: inserts its row and carries out the rest as for any other transition. */
export async function applyFirstTransition(
  tx: Tx,
  terms: Omit<NewOrder, 'state' | 'clock' | 'funding'>,
  step: Step,
): Promise<Order> {
  const { transition } = step;
  const order = await insertOrder(tx, {
    ...terms,
    state: stateAfter(transition, 'OPEN'),
    clock: defined(clockOf(transition, terms.payWindowMinutes), 'a new order has a deadline'),
    funding: defined(fundingOf(transition.escrow, terms), 'a new order has its escrow'),
  });
  await carryOut(tx, order, { ...step, from: null });
  return order;
}

function stateAfter(transition: Transition, from: OrderState | 'OPEN'): OrderState {
  return placeAfter(transition, from) as OrderState;
}

/** Everything that a transition does beside the order's own row, which is written already. */
async function carryOut(
  tx: Tx,
  order: ChangedOrder,
  step: Step & { from: OrderState | null },
): Promise<void> {
  const { transition, actor, actorId, from, lockType, parts, heldUntil } = step;
  const [notices, moved] = await together(
    noticesOf(tx, order, transition, { lockType, holdUntil: heldUntil?.toISOString() }),
    transition.escrow && moveEscrow(tx, order, transition.escrow, { parts, heldUntil }),
  );
  await insertEvent(tx, {
    orderId: order.id,
    version: order.version,
    transition: transition.id,
    event: transition.event,
    actor,
    actorId,
    from,
    to: order.state,
    detail: detailOf(order, { ...step, isFirst: from === null, returnedTo: moved?.returnedTo }),
  });
  const isPaused = isOwnerAbsent(transition, order) && (await pauseListing(tx, order.listingId));
  await notify(tx, notices, hintsOf(order, { transition, isPaused }));
}

/** What the screens of both parties must refetch. */
function hintsOf(
  order: Order,
  { transition: { escrow }, isPaused }: { transition: Transition; isPaused: boolean },
): Hint[] {
  const topics = escrow ? (['orders', 'balance'] as const) : (['orders'] as const);
  const parties = [order.payerId, order.payeeId];
  const hints: Hint[] = parties.flatMap((memberId) => topics.map((topic) => ({ memberId, topic })));
  return escrow || isPaused ? [...hints, { memberId: order.ownerId, topic: 'listings' }] : hints;
}
