import { toExtraNumber } from '@holdfast/contract/notifications';
import {
  placeAfter,
  requestAfter,
  type OrderState,
  type OrderTimer,
  type RequestReason,
  type Transition,
} from '@holdfast/contract/orders';
import type { PaymentDeclaration } from '@holdfast/contract/rules';
import { timerMs, type Settings } from '@holdfast/contract/settings';
import { defined, type MemberId } from '@holdfast/kernel';
import { pauseListing } from '#features/listings/index.ts';
import { findMembers, type Member } from '#features/member-profile/index.ts';
import { notify } from '#features/notifications/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import { hintOperators, type Hint } from '#platform/outbox/outbox.store.ts';
import { countCancels, moveBlame, returnAtRelock } from './cancel-caps.ts';
import { clocksOf, firstClocksOf, NO_CLOCKS } from './clocks.rules.ts';
import { detailOf, type OwnDetail } from './event-detail.ts';
import { heldUntilOf } from './hold.rules.ts';
import { lockEscrows, moveEscrow, type Parts } from './move-escrow.ts';
import { caseExtraOf, noticesOf, threadNoticesOf } from './order-notices.ts';
import { closeCase, findOpenCase, openCase, type OpenedCase } from './case.store.ts';
import { insertEvents, type NewEvent } from './event.store.ts';
import { countsAgainst, faultOf, fundingOf, isLive, isOwnerAbsent, type Fault } from './order.rules.ts';
import {
  changeOrder,
  insertOrders,
  type ChangedOrder,
  type LockedOrder,
  type NewOrder,
  type Order,
  type OrderChange,
} from './order.store.ts';
import { sendTransitionLines, type LineFile } from './thread.store.ts';

/** Which transition to apply, by whom, and with what. The caller has checked its guards. */
export interface Step {
  readonly transition: Transition;
  /** How long the clock runs that begins now: what operators set concerns duties that begin later. */
  readonly settings: Settings;
  readonly actor: 'payer' | 'payee' | 'system' | 'operator' | 'risk';
  /** A member, or null. */
  readonly actorId: MemberId | null;
  readonly paid?: PaymentDeclaration;
  /** Files that evidence it, named by the order already. */
  readonly proofs?: readonly LineFile[];
  readonly cancelReason?: string;
  /** Why a request to cancel is made. */
  readonly requestReason?: RequestReason;
  readonly lockType?: 'full' | 'partial';
  readonly parts?: Parts;
  /** The clock that causes it, where it is one. */
  readonly fired?: OrderTimer;
  /** Whose fault an operator has found it to be; else what the transition says. */
  readonly fault?: Fault | null;
  /** By how many minutes the payee extends the time to pay, or how many the payer asks for. */
  readonly minutes?: number;
  /** What a member writes to the operators, where the transition opens a case. */
  readonly text?: string;
  /** What the event says of its own, beside what the above already tells. */
  readonly detail?: OwnDetail;
}

/** An order after a transition, and its two members, read for the notices. */
export interface Applied {
  readonly order: Order;
  readonly members: ReadonlyMap<MemberId, Member>;
  /** Until when what the payer has got by it is held. */
  readonly heldUntil: Date | undefined;
}

/**
 * Applies a transition to an order whose row lock is held: row, event, money, listing, counters, inbox and hints, in one transaction.
 * Undefined when state or version have changed since the order was read (optimistic update), or when a command came after a clock was due. Row
 * locks are taken in one order everywhere: order, its clocks, listing, traders, accounts, inbox counters.
 */
export async function applyTransition(tx: Tx, order: LockedOrder, step: Step): Promise<Applied | undefined> {
  const { transition } = step;
  const to = stateAfter(transition, order.state);
  const request = openRequestAfter(order, step);
  // Who agrees to a cancel takes the reason of who asked for it.
  const cancelReason = step.cancelReason ?? (to === 'CANCELLED' ? order.request?.reason : undefined) ?? null;
  const fault = step.fault ?? faultOf(transition.fault, cancelReason, order);
  const before = { at: order.state, request: order.request?.by ?? null };
  const after = { at: to, request: request?.by ?? null };
  const change = changeOrder(tx, {
    id: order.id,
    from: order.state,
    version: order.version,
    to,
    ended: !isLive(to),
    clocks: isLive(to)
      ? clocksOf(transition, {
          ...step,
          extension: step.minutes,
          payWindowMinutes: order.payWindowMinutes,
          before,
          after,
        })
      : NO_CLOCKS,
    request,
    unlessDue: step.actor !== 'system' && step.actor !== 'risk',
    fault,
    countsAgainst: countsAgainst(order, { to, fault }),
    movesBlame: transition.event === 'take-blame',
    resolution: transition.resolution ?? null,
    late: transition.late ?? false,
    cancelReason,
    paid: step.paid ?? null,
    funding: fundingOf(transition.escrow, order) ?? null,
    split: splitAfter(to, step),
    settledQuantity: transition.escrow === 'split' ? (step.parts?.payer ?? null) : null,
    extension: transition.event === 'extend' ? (step.minutes ?? null) : null,
    asked: transition.event === 'ask-time' ? (step.minutes ?? null) : null,
  });
  const [changed, members] = await together(change, findMembers(tx, [order.payerId, order.payeeId]));
  if (!changed) return undefined;
  const payer = defined(members.get(order.payerId), 'an order has its payer');
  const heldUntil = heldUntilOf(changed, { ...step, level: payer.level });
  await carryOut(tx, changed, { ...step, from: order.state, fault, heldUntil, before: order, members });
  return { order: changed, members, heldUntil };
}

/** The open request to cancel after a step. */
function openRequestAfter(order: LockedOrder, { transition, requestReason }: Step): OrderChange['request'] {
  const by = requestAfter(transition, order.request?.by ?? null);
  if (by === null) return null;
  if (transition.opens) return { by, reason: defined(requestReason, 'a request says why'), opens: true };
  return { by, reason: defined(order.request, 'a request that stays was there').reason, opens: false };
}

/** The offer of a split after a step: it belongs to the case, and goes with it. */
function splitAfter(to: OrderState, { transition, actor, parts }: Step): OrderChange['split'] {
  if (transition.event === 'offer-split' && (actor === 'payer' || actor === 'payee'))
    return { by: actor, payerPart: defined(parts, 'an offer has its parts').payer };
  return to === 'STUCK_CASE' && transition.event !== 'decline-split' ? 'keep' : null;
}

/** An order that begins, and its first step. */
export interface Beginning {
  readonly terms: Omit<NewOrder, 'state' | 'clocks' | 'funding'>;
  readonly step: Step & { readonly lockType: 'full' | 'partial' };
}

/** The transitions with which orders begin: what `applyTransition` does, for many in the statements of one. `members`: both sides of each. */
export async function applyFirstTransitions(
  tx: Tx,
  beginnings: readonly Beginning[],
  members: ReadonlyMap<MemberId, Member>,
): Promise<Order[]> {
  const orders = await insertOrders(
    tx,
    beginnings.map(({ terms, step: { transition, settings } }) => ({
      ...terms,
      state: stateAfter(transition, 'OPEN'),
      clocks: firstClocksOf(transition, { payWindowMinutes: terms.payWindowMinutes, settings }),
      funding: defined(fundingOf(transition.escrow, terms), 'a new order has its escrow'),
    })),
  );
  await lockEscrows(tx, orders);
  const begun = orders.map((order, index) => ({ order, ...defined(beginnings[index], 'as many as began') }));
  await insertEvents(
    tx,
    begun.map(({ order, step }) => eventOf(order, { ...step, from: null }, undefined)),
  );
  await notify(
    tx,
    begun.flatMap(({ order, step: { transition, lockType } }) =>
      noticesOf(order, transition, members, { lockType }, order.lockerId),
    ),
    begun.flatMap(({ order, step: { transition } }) => hintsOf(order, { transition, isPaused: false })),
  );
  return orders;
}

function stateAfter(transition: Transition, from: OrderState | 'OPEN'): OrderState {
  return placeAfter(transition, from) as OrderState;
}

/** What the thread of an order says of a transition, and the proofs that came with it. */
function tellInThread(tx: Tx, order: ChangedOrder, { transition, actor, actorId, proofs = [] }: Step): void {
  const isParty = (actor === 'payer' || actor === 'payee') && actorId !== null;
  sendTransitionLines(tx, {
    orderId: order.id,
    version: order.version,
    actor,
    actorId,
    event: transition.thread ?? null,
    proofs: isParty ? proofs : [],
  });
}

/** Everything that a transition does beside the order's own row, which is written already. */
async function carryOut(
  tx: Tx,
  order: ChangedOrder,
  step: Step & {
    from: OrderState | null;
    fault: Fault | null;
    heldUntil: Date | undefined;
    before: LockedOrder;
    members: Applied['members'];
  },
): Promise<void> {
  const { transition, actor, detail, parts, heldUntil, members } = step;
  const [, moved, opened] = await together(
    countBlame(tx, order, step),
    transition.escrow && moveEscrow(tx, order, transition.escrow, { parts, heldUntil }),
    settleCase(tx, order, step),
  );
  await insertEvents(tx, [eventOf(order, withCase(step, opened?.id), moved?.returnedTo)]);
  tellInThread(tx, order, step);
  const isAbsent = isOwnerAbsent(transition, order);
  const isPaused = isAbsent && (await pauseListing(tx, order.listingId));
  // Only of a party: an operator's id is no member's.
  const isParty = step.actor === 'payer' || step.actor === 'payee';
  const actedBy = isParty ? (step.actor === 'payer' ? order.payerId : order.payeeId) : undefined;
  const more = {
    holdUntil: heldUntil?.toISOString(),
    ...caseExtraOf(order, opened),
    ...(isAbsent && { listingPaused: isPaused }),
    // Why operators have decided so is for both sides; why a member appeals is not, nor why somebody may no longer sign in.
    ...(actor === 'operator' && { reason: detail?.reason }),
    ...(actor === 'risk' && { reason: 'safety' }),
    ...(parts && transition.escrow === 'split' && { quantity: toExtraNumber(order.coin, parts.payer) }),
  };
  const notices = [
    ...noticesOf(order, transition, members, more, actedBy),
    ...threadNoticesOf(order, transition, members, { actor, asker: askerOf(step.before) }),
  ];
  if (isForOperators(order.state) || (step.from && isForOperators(step.from)) || transition.opensCase)
    hintOperators(tx, { topic: 'board' });
  await notify(tx, notices, hintsOf(order, { transition, isPaused }));
}

/** Who had asked to cancel. */
const askerOf = ({ request }: LockedOrder) =>
  request ? (request.by === 'by-payer' ? 'payer' : 'payee') : undefined;

/** Orders in these states stand on the board of the operators; one that is over does while a case is open beside it. */
const isForOperators = (state: OrderState): boolean => state === 'STUCK_SELF' || state === 'STUCK_CASE';

/** What a transition is of the cancels of a day: one more, one back, or one from the one side to the other. */
async function countBlame(
  tx: Tx,
  order: ChangedOrder,
  { transition, fault, before }: { transition: Transition; fault: Fault | null; before: LockedOrder },
): Promise<void> {
  if (transition.escrow === 'relock') return returnAtRelock(tx, before);
  if (transition.event === 'take-blame') return moveBlame(tx, before, order);
  return countCancels(tx, before, { to: order.state, fault, transition });
}

/**
 * Opens the case that the transition asks for, and closes the one of an order that is no longer stuck. A case that is open already stays the
 * one of its order. Returns the case that it opens, or that is open already beside an end.
 */
async function settleCase(
  tx: Tx,
  order: ChangedOrder,
  { transition, actor, detail, text, proofs = [], settings, from }: Step & { from: OrderState | null },
): Promise<OpenedCase | undefined> {
  if (from === 'STUCK_CASE' && order.state !== 'STUCK_CASE') {
    await closeCase(tx, order.id, transition.event);
    return undefined;
  }
  if (transition.opensCase !== true || from === null || from === 'STUCK_CASE') return undefined;
  // A relock takes over the case that the late claim has opened.
  const open = isLive(from) ? undefined : await findOpenCase(tx, order.id);
  if (open) return open;
  return openCase(tx, {
    orderId: order.id,
    openedBy: actor,
    event: transition.event,
    previousState: from,
    reason: detail?.reason ?? null,
    text: text ?? null,
    proofIds: proofs.map(({ id }) => id),
    firstAnswerMs: timerMs(settings, 'firstAnswer'),
    rulingMs: timerMs(settings, 'ruling'),
    escalationMs: timerMs(settings, 'escalation'),
  });
}

function withCase<S extends Step>(step: S, caseId: string | undefined): S {
  return caseId === undefined ? step : { ...step, detail: { ...step.detail, caseId } };
}

function eventOf(
  order: ChangedOrder,
  step: Step & { from: OrderState | null; fault?: Fault | null; heldUntil?: Date | undefined },
  returnedTo: 'listing_reserve' | 'available' | undefined,
): NewEvent {
  const { transition, actor, actorId, from } = step;
  return {
    orderId: order.id,
    version: order.version,
    transition: transition.id,
    event: transition.event,
    actor,
    actorId,
    from,
    to: order.state,
    detail: detailOf(order, { ...step, isFirst: from === null, returnedTo }),
  };
}

/** What the screens of both parties must refetch, and the room of whoever looks at the order at the console. */
function hintsOf(
  order: Order,
  { transition: { escrow }, isPaused }: { transition: Transition; isPaused: boolean },
): Hint[] {
  const topics = escrow ? (['orders', 'balance'] as const) : (['orders'] as const);
  const parties = [order.payerId, order.payeeId];
  const hints: Hint[] = parties.flatMap((memberId) =>
    topics.map((topic) => ({ memberId, topic, ...(topic === 'orders' && { orderId: order.id }) })),
  );
  return escrow || isPaused ? [...hints, { memberId: order.ownerId, topic: 'listings' }] : hints;
}
