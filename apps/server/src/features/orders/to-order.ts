import type { ListedOrder, OpenCase, OrderDetail, OrderSummary } from '@holdfast/contract/calls';
import {
  allowedActions,
  dutyOf,
  onSilenceOf,
  SPLIT_OFFER_MS,
  splitOfferedBy,
} from '@holdfast/contract/orders';
import { maskHolderName } from '@holdfast/contract/rules';
import {
  afterFee,
  defined,
  feeMinor,
  formatAmount,
  formatPrice,
  minor,
  type MemberId,
} from '@holdfast/kernel';
import { findMembers, type Member } from '#features/member-profile/index.ts';
import type { Trace } from '#platform/audit/audit.ts';
import { together, type Tx } from '#platform/db/db.ts';
import { findEndSeen } from './end-seen.store.ts';
import { findPayEnd } from './clocks.store.ts';
import { findOpenCase, type CaseFile } from './case.store.ts';
import {
  actionFacts,
  areDetailsShown,
  hasBeenLocked,
  memberOf,
  roleOf,
  type CancelsLeft,
} from './order.rules.ts';
import { cancelsLeft } from './read-restrictions.ts';
import { listEvents, type PastTransition } from './event.store.ts';
import type { LockedOrder, Order } from './order.store.ts';
import { findPayPlace, toPayTo, type PayPlace } from './pay-place.ts';
import { countUnread } from './thread.store.ts';

export interface Viewer {
  readonly memberId: MemberId;
  readonly now: Date;
  /** Known where an order is shown that its payer might cancel. */
  readonly cancelsLeft?: CancelsLeft | undefined;
}

/** Who reads one order in detail. Showing somebody's payment details is audited. */
export interface DetailViewer extends Viewer {
  readonly audit: (trace: Trace) => void;
}

/** Who acted, where it was not the viewer. The risk engine is the system to a member. */
const BY_OF_ACTOR = {
  payer: 'counterparty',
  payee: 'counterparty',
  system: 'system',
  risk: 'system',
  operator: 'operator',
} as const;

const byOf = (actor: PastTransition['actor'], role: 'payer' | 'payee') =>
  actor === role ? 'you' : BY_OF_ACTOR[actor];

const iso = (date: Date | null) => date?.toISOString() ?? null;

function toCase(file: CaseFile, role: 'payer' | 'payee'): OpenCase {
  return {
    caseId: file.id,
    openedBy: byOf(file.openedBy, role),
    openedAt: file.openedAt.toISOString(),
    reason: file.reason,
    firstReplyDate: file.firstAnswerDueAt.toISOString(),
    rulingDate: file.rulingDueAt.toISOString(),
    firstRepliedAt: iso(file.firstAnsweredAt),
    escalationDate: file.escalatesAt.toISOString(),
    escalatedAt: iso(file.escalatedAt),
  };
}

function requestOf(
  { request, requestDueAt, state }: Order,
  role: 'payer' | 'payee',
): OrderSummary['cancelRequest'] {
  return (
    request && {
      by: request.by === `by-${role}` ? 'you' : 'counterparty',
      reason: request.reason,
      askedAt: request.askedAt.toISOString(),
      deadline: iso(requestDueAt),
      onSilence: onSilenceOf(state, request.by),
    }
  );
}

/** The offer of a split that stands, with what each side would get. */
function splitOf(
  { coin, quantity, feeBasisPoints, split }: Order,
  role: 'payer' | 'payee',
  now: Date,
): OrderDetail['splitOffer'] {
  if (!split || splitOfferedBy(split, now.getTime()) === null) return null;
  const { by, payerPart, at } = split;
  return {
    by: by === role ? 'you' : 'counterparty',
    payerPart: formatAmount(coin, payerPart),
    payerGets: formatAmount(coin, afterFee(payerPart, feeMinor(payerPart, feeBasisPoints))),
    payeeGets: formatAmount(coin, minor(coin, quantity - payerPart)),
    until: new Date(at.getTime() + SPLIT_OFFER_MS).toISOString(),
  };
}

/** What the payer gets and pays for it, and what goes back: all and nothing, unless both sides have shared it. */
export function sharesOf({
  coin,
  quantity,
  fee,
  settledQuantity: part,
  feeBasisPoints,
}: LockedOrder): Pick<OrderSummary, 'fee' | 'receives' | 'returned'> {
  const paidFee = part === null ? fee : feeMinor(part, feeBasisPoints);
  return {
    fee: formatAmount(coin, paidFee),
    receives: formatAmount(coin, afterFee(part ?? quantity, paidFee)),
    returned: part === null ? null : formatAmount(coin, minor(coin, quantity - part)),
  };
}

function toSummary(
  order: Order,
  members: ReadonlyMap<MemberId, Member>,
  { memberId, now, cancelsLeft: left }: Viewer,
): OrderSummary {
  const { coin } = order;
  const role = defined(roleOf(order, memberId), 'only a party sees an order');
  const other = defined(
    members.get(memberOf(order, role === 'payer' ? 'payee' : 'payer')),
    'an order has its members',
  );
  return {
    orderId: order.id,
    serialNo: order.serialNo,
    version: order.version,
    coin,
    role,
    isOwner: order.ownerId === memberId,
    state: order.state,
    duty: dutyOf(order.state, order.request?.by),
    quantity: formatAmount(coin, order.quantity),
    price: formatPrice(order.priceE4),
    payTwd: String(order.payTwd),
    ...sharesOf(order),
    counterparty: {
      uid: other.uid,
      nick: other.nick,
      level: other.level,
      avatarFileId: other.avatarFileId,
    },
    lockedAt: order.lockedAt.toISOString(),
    dutySince: iso(order.dutySince),
    deadlineDate: iso(order.deadlineAt),
    endedAt: iso(order.endedAt),
    cancelRequest: requestOf(order, role),
    allowedActions: allowedActions(actionFacts(order, role, now, role === 'payer' ? left : undefined)).map(
      ({ opensAt, ...action }) => ({
        ...action,
        opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
      }),
    ),
  };
}

/** Whether the cap of cancels is a matter of what a member may do with an order. */
export const mayCancel = ({ payerId, endedAt }: Pick<Order, 'payerId' | 'endedAt'>, memberId: MemberId) =>
  endedAt === null && payerId === memberId;

export async function toSummaries(tx: Tx, orders: readonly Order[], viewer: Viewer): Promise<ListedOrder[]> {
  const ids = orders.map(({ id }) => id);
  const { memberId } = viewer;
  const [members, unread, left] = await together(
    findMembers(tx, [...new Set(orders.flatMap((order) => [order.payerId, order.payeeId]))]),
    countUnread(tx, memberId, ids),
    orders.some((order) => mayCancel(order, memberId)) ? cancelsLeft(tx, memberId) : undefined,
  );
  return orders.map((order) => ({
    ...toSummary(order, members, { ...viewer, cancelsLeft: left }),
    unread: unread.get(order.id) ?? 0,
  }));
}

/** What an order in detail shows beside the order itself. */
export interface DetailFacts {
  readonly members: ReadonlyMap<MemberId, Member>;
  readonly events: readonly PastTransition[];
  /** Where to pay; undefined where it is not shown. */
  readonly place: PayPlace | undefined;
  readonly openCase: CaseFile | undefined;
  /** When the time to pay ended, for a payer who may say to have paid in it. */
  readonly payEnd: Date | undefined;
  /** When the viewer has seen the order's end. */
  readonly endSeen: Date | undefined;
}

/** The open case of an order that may have one: it is stuck in it, or it lies beside its end. */
export async function findCaseShown(tx: Tx, order: Order): Promise<CaseFile | undefined> {
  return order.state === 'STUCK_CASE' || order.endedAt !== null ? findOpenCase(tx, order.id) : undefined;
}

/** The order in detail for one party. */
export async function toDetail(tx: Tx, order: Order, viewer: DetailViewer): Promise<OrderDetail> {
  const role = defined(roleOf(order, viewer.memberId), 'only a party sees an order');
  const [members, events, place, openCase, payEnd, endSeen, left] = await together(
    findMembers(tx, [order.payerId, order.payeeId]),
    listEvents(tx, order.id),
    // The events that decide it after an end are read with it.
    areDetailsShown(order, role, { now: viewer.now, wasLocked: true }) ? findPayPlace(tx, order) : undefined,
    findCaseShown(tx, order),
    order.state === 'GRACE' ? findPayEnd(tx, order.id) : undefined,
    order.endedAt === null ? undefined : findEndSeen(tx, { orderId: order.id, role }),
    mayCancel(order, viewer.memberId) ? cancelsLeft(tx, viewer.memberId) : undefined,
  );
  const seenBy = { ...viewer, cancelsLeft: left };
  return detailFrom(order, { members, events, place, openCase, payEnd, endSeen }, seenBy);
}

/** The same from what was read already. Payment details are in it only for the payer, while a payment is due or made and for 72 hours after an end. */
export function detailFrom(
  order: Order,
  { members, events, place: found, openCase, payEnd, endSeen }: DetailFacts,
  viewer: DetailViewer,
): OrderDetail {
  const role = defined(roleOf(order, viewer.memberId), 'only a party sees an order');
  const summary = toSummary(order, members, viewer);
  const payer = defined(members.get(order.payerId), 'an order has its members');
  const seen = { now: viewer.now, wasLocked: hasBeenLocked(events) };
  const place = areDetailsShown(order, role, seen) ? defined(found, 'an order has its place') : undefined;
  if (place) viewer.audit({ action: 'payment-details-viewed', subject: `order:${order.id}` });
  return {
    ...summary,
    payTo: place ? toPayTo(place) : null,
    payMethod: order.payMethod,
    paid: order.paid && {
      payType: order.paid.payType as 'bank' | 'qr',
      paidBank: order.paid.paidBank ?? null,
      paidQRType: order.paid.paidQRType ?? null,
      lastFive: order.paid.lastFive,
      payer: order.paid.payer,
      at: defined(order.paidAt, 'a paid order says when').toISOString(),
    },
    payerNameMasked: maskHolderName(payer.realName),
    remark: order.remark && { text: order.remark.text },
    payWindowMinutes: order.payWindowMinutes,
    extensions: { count: order.extensionCount, minutes: order.extensionMinutes },
    askedMinutes: order.askedMinutes,
    payEndedAt: iso(payEnd ?? null),
    case: openCase ? toCase(openCase, role) : null,
    splitOffer: splitOf(order, role, viewer.now),
    heldUntil:
      role === 'payer' ? iso(events.findLast((event) => event.heldUntil !== null)?.heldUntil ?? null) : null,
    isEndSeen: endSeen !== undefined,
    timeline: events.map((event) => ({
      event: event.event,
      by: byOf(event.actor, role),
      state: event.to,
      at: event.at.toISOString(),
      minutes: event.minutes,
    })),
  };
}
