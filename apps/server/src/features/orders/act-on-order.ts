import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import {
  actionOf,
  findTransition,
  hatsOf,
  isBuilt,
  type ActionFacts,
  type OrderEvent,
  type Transition,
} from '@holdfast/contract/orders';
import {
  declaresMethod,
  failedClauses,
  normalizeHolderName,
  proofClauses,
  type PaymentDeclaration,
} from '@holdfast/contract/rules';
import { defined, toOrderId, type MemberId, type OrderId } from '@holdfast/kernel';
import { redeemCodeTicket, requireCodeAddresses } from '#features/one-time-code/index.ts';
import { coolDownUntil } from '#features/security/index.ts';
import { together, type Tx } from '#platform/db/db.ts';
import type { Handler, MemberContext } from '#platform/gateway/call-table.ts';
import { DeadlineDueError } from '#platform/gateway/pipeline.ts';
import { asProof } from '#platform/gateway/reply.ts';
import { findPayEnd } from './clocks.store.ts';
import { applyTransition, type Step } from './apply-transition.ts';
import { actionFacts, hasSeen, isPaidInTime, roleOf } from './order.rules.ts';
import { listEvents } from './event.store.ts';
import { findOrder, selectOrderForUpdate, type LockedOrder } from './order.store.ts';
import { evidenceOf } from './order-files.ts';
import { findPayPlace } from './pay-place.ts';
import type { LineFile } from './thread.store.ts';
import { isDue } from './timer.store.ts';
import { cancelsLeft } from './read-restrictions.ts';
import { detailFrom, findCaseShown, mayCancel, toDetail } from './to-order.ts';

/** The commands of the two parties on a live order. Each causes one transition; the table decides who may, from which state and to which. */

export type OnOrder = { readonly orderId: string; readonly version: string };

/** Selects the order for update, with what happened to it, if this member is a party to it. A deadline that is due fires first, in a transaction of its own. */
async function selectOwnForUpdate(tx: Tx, memberId: MemberId, orderId: OrderId) {
  const [order, isOver, past] = await together(
    selectOrderForUpdate(tx, orderId),
    isDue(tx, orderId),
    listEvents(tx, orderId),
  );
  const role = order && roleOf(order, memberId);
  if (!role) throw fail('ORDER_NOT_FOUND');
  if (isOver) throw new DeadlineDueError();
  return { order, role, past };
}

/** The transition that the caller causes by the command; throws where the table, the time or the proofs given allow none. */
function transitionOf(
  { event, hasSecret = false }: { readonly event: OrderEvent; readonly hasSecret?: boolean },
  facts: ActionFacts,
): Transition {
  const situation = { at: facts.state, request: facts.request ?? null };
  const transition = hatsOf(facts)
    .map((hat) => findTransition(situation, event, hat))
    .find((found) => found !== undefined);
  if (!transition) throw fail('ORDER_ACTION_NOT_ALLOWED');
  if (!isBuilt(transition)) throw fail('ORDER_ACTION_NOT_BUILT');
  const allowed = actionOf(event, facts);
  if (allowed?.opensAt)
    throw fail('ORDER_ACTION_NOT_YET', { until: new Date(allowed.opensAt).toISOString() });
  if (allowed?.open === false) throw fail('ORDER_ACTION_NOT_ALLOWED');
  if (transition.guards.includes('transaction-secret') && !hasSecret) throw fail('ORDER_ACTION_NOT_ALLOWED');
  return transition;
}

type Given = Pick<
  Step,
  'paid' | 'cancelReason' | 'requestReason' | 'minutes' | 'text' | 'detail' | 'parts' | 'fault'
>;

export async function act(
  { tx, session, now, settings, audit }: MemberContext,
  input: OnOrder,
  command: {
    /** A function where it depends on the order as it is found. */
    event: OrderEvent | ((order: LockedOrder, role: 'payer' | 'payee', now: Date) => OrderEvent);
    /** Throws a refusal that depends on the order itself. */
    check?: (order: LockedOrder, role: 'payer' | 'payee') => void;
    /** Throws unless the member has proven more than the pipeline asks; of both refusals it is the one that is told. */
    prove?: () => Promise<void>;
    /** Names the file that evidences what is done. */
    claimProof?: () => Promise<LineFile>;
    /** The pipeline has checked the transaction secret; without it no transition is made that asks it. */
    hasSecret?: boolean;
    with?: Given;
    withOrder?: (order: LockedOrder) => Given;
  },
) {
  const { memberId } = session;
  const [, { order, role, past }, proof] = await together(
    command.prove?.(),
    selectOwnForUpdate(tx, memberId, toOrderId(input.orderId)),
    command.claimProof?.(),
  );
  const viewer = { memberId, now, audit };
  if (!hasSeen(order.version, Number(input.version), past)) {
    const current = defined(await findOrder(tx, order.id), 'an order that is locked is there');
    throw fail('ORDER_STATE_CHANGED', { order: await toDetail(tx, current, viewer) });
  }

  const facts = actionFacts(order, role, now);
  const event = typeof command.event === 'function' ? command.event(order, role, now) : command.event;
  const transition = transitionOf({ ...command, event }, facts);
  command.check?.(order, role);
  // All that the answer shows is read before the last writes, so that these go with the commit.
  const [applied, place, left] = await together(
    applyTransition(tx, order, {
      transition,
      settings: await settings(),
      actor: role,
      actorId: memberId,
      ...(proof && { proofs: [proof] }),
      ...command.with,
      ...command.withOrder?.(order),
    }),
    role === 'payer' ? findPayPlace(tx, order) : undefined,
    mayCancel(order, memberId) ? cancelsLeft(tx, memberId) : undefined,
  );
  // The row lock keeps state and version, so only a clock has come first: the pipeline fires it in a transaction of its own and runs the command again.
  if (!applied) throw new DeadlineDueError();
  const { order: changed, members, heldUntil = null } = applied;
  const openCase = transition.opensCase ? await findCaseShown(tx, changed) : undefined;
  const minutes = command.with?.minutes ?? null;
  const own = { event: transition.event, actor: role, to: changed.state, at: now, minutes, heldUntil };
  const events = [...past, own];
  return {
    order: detailFrom(
      changed,
      { members, events, place, openCase, payEnd: undefined, endSeen: undefined },
      { ...viewer, cancelsLeft: left },
    ),
    serverTime: now.toISOString(),
  };
}

/** What the payer declares, trimmed to what the rules keep; absent fields stay absent. */
function declarationOf(input: CallInput<'/order/paid'>): PaymentDeclaration {
  const { payType, paidBank, paidQRType, lastFive, payer } = input;
  return {
    payType,
    ...(paidBank !== undefined && { paidBank }),
    ...(paidQRType !== undefined && { paidQRType }),
    lastFive,
    payer: normalizeHolderName(payer),
  };
}

/**
 * T8: the payer says that the money is on its way, and from where. T10: once the time to pay is over the payer can still say to have paid
 * in it, and then says when.
 */
export const markPaid: Handler<'/order/paid'> = async (context, input) => {
  const paid = declarationOf(input);
  const clauses = failedClauses(proofClauses(paid));
  if (clauses.length > 0) throw fail('ORDER_PROOF_INVALID', { clauses });
  const saidAt = input.paidAt === undefined ? undefined : new Date(input.paidAt);
  const payEnd = saidAt && (await findPayEnd(context.tx, toOrderId(input.orderId)));
  const check = ({ payMethod, state, lockedAt }: LockedOrder) => {
    if (!declaresMethod(paid, payMethod)) throw fail('PAY_METHOD_NOT_OFFERED', { payMethods: [payMethod] });
    if (state === 'GRACE' && !isPaidInTime(saidAt, { lockedAt, payEnd }))
      throw fail('ORDER_PROOF_INVALID', { clauses: ['paidAt'] });
  };
  const detail = saidAt && { saidPaidAt: saidAt.toISOString() };
  return act(context, input, {
    event: 'paid',
    check,
    ...evidenceOf(context, input),
    with: { paid, ...(detail && { detail }) },
  });
};

/** T12: the payer cancels before paying; the coin returns to the payee. */
export const cancelOrder: Handler<'/order/cancel'> = async (context, input) =>
  act(context, input, { event: 'cancel', with: { cancelReason: input.reason } });

/**
 * A cool-down never refuses a release, because the payer has already paid. It adds a second proof instead: whoever has just changed a
 * password or signed in on a new device may not be the member, so a one-time code to the member's mobile is required as well.
 */
export async function proveRelease({ tx, session, deviceHash }: MemberContext, ticket: string | undefined) {
  if (!(await coolDownUntil(tx, session.memberId))) return;
  if (ticket === undefined) {
    await requireCodeAddresses(tx, session.account, 'release'); // named where there is none: until when no code can be sent
    throw fail('RELEASE_CODE_REQUIRED');
  }
  const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'release', deviceHash });
  if (subject !== session.account) throw fail('TICKET_INVALID');
}

/** T22: the payee has received the money and releases the coin. The pipeline has checked the transaction secret. */
export const releaseOrder: Handler<'/order/release'> = async (context, input) => {
  const prove = () => asProof(() => proveRelease(context, input.otpTicket));
  return act(context, input, { event: 'release', prove, hasSecret: true });
};
