import { ANSWER_NOTICE, isAnswerStage, SPLIT_NOTICE, toExtraNumber } from '@holdfast/contract/notifications';
import {
  dutyOf,
  noticeFactsOf,
  questionableUntil,
  type Hat,
  type Transition,
  type TransitionNotice,
} from '@holdfast/contract/orders';
import { defined, type MemberId } from '@holdfast/kernel';
import type { Member } from '#features/member-profile/index.ts';
import type { OpenedCase } from './case.store.ts';
import { memberOf, sideOf } from './order.rules.ts';
import type { Order } from './order.store.ts';

export interface Notice {
  readonly memberId: MemberId;
  readonly type: string;
  readonly extra: Readonly<Record<string, string | number | boolean>>;
}

type Extra = Record<string, string | number | boolean | null | undefined>;

interface Names {
  readonly other: Member;
  readonly payer: Member;
  readonly locker: Member;
  /** The nickname of the party that has acted. */
  readonly actedBy: string | undefined;
}

/** Until when a request is to be answered; without one, and where no silence ends it, it is the deadline of the state. */
const answerUntil = ({ request, requestDueAt, deadlineAt }: Order) =>
  (request ? requestDueAt : null) ?? deadlineAt;

/** Who asks to cancel, or has cancelled: an owner declines, a payer cancels. Who is asked to answer reads a request, so that is the other side. */
function cancellerOf(
  { state, request }: Order,
  { type }: TransitionNotice,
  { payer, other, actedBy }: Names,
): string | undefined {
  if (request) return type === 'orderAckCancel' ? other.nick : undefined;
  return state === 'CANCELLED' ? (actedBy ?? payer.nick) : undefined;
}

/** The extra data (spec 3) of an order notification for one recipient. What is not known yet is left out. */
function extraOf(order: Order, notice: TransitionNotice, memberId: MemberId, names: Names): Extra {
  const { other, payer, locker } = names;
  const { coin, state, stoodStillMs } = order;
  const quantity = toExtraNumber(coin, order.quantity);
  const endedAt = order.endedAt?.getTime();
  return {
    type: notice.type,
    orderId: order.id,
    serialNo: order.serialNo,
    coinType: coin,
    lockUserNick: locker.nick,
    lockQuantity: String(quantity),
    lockDate: order.lockedAt.toISOString(),
    isOwner: order.ownerId === memberId,
    orderType: sideOf(order),
    amount: Number(order.payTwd),
    quantity,
    payType: order.paid?.payType,
    paidUserNick: order.paid ? payer.nick : undefined,
    paidBank: order.paid?.paidBank,
    paidQRType: order.paid?.paidQRType,
    payer: order.paid?.payer,
    nick: other.nick,
    userId: other.uid,
    userLevelName: `Lv.${other.level}`,
    realNameStatus: other.realNameStatus,
    transactionType: order.payerId === memberId ? 'in' : 'out',
    deadlineDate: (notice.type === 'orderAckCancel' ? answerUntil(order) : order.deadlineAt)?.toISOString(),
    cancelUserNick: cancellerOf(order, notice, names),
    claimUntil:
      endedAt === undefined
        ? undefined
        : new Date(questionableUntil({ state, endedAt, stoodStillMs })).toISOString(),
    ...noticeFactsOf(notice.type, {
      state,
      request: order.request?.by ?? null,
      extensionCount: order.extensionCount,
      extensionMinutes: order.extensionMinutes,
      hasAskedTime: order.askedMinutes !== null,
    }),
    ...notice.with,
  };
}

/** The case that a notice is about; beside an end its decision is the time that runs. */
export function caseExtraOf(
  order: Order,
  opened: OpenedCase | undefined,
): { caseId?: string; deadlineDate?: string } {
  if (!opened) return {};
  const { id: caseId, rulingDueAt } = opened;
  return order.endedAt === null ? { caseId } : { caseId, deadlineDate: rulingDueAt.toISOString() };
}

const withoutEmpty = (extra: Extra): Notice['extra'] =>
  Object.fromEntries(
    Object.entries(extra).filter(([, value]) => value !== null && value !== undefined),
  ) as Notice['extra'];

/** The inbox messages that a transition asks for, one per recipient. */
export function noticesOf(
  order: Order,
  { notices }: Transition,
  members: ReadonlyMap<MemberId, Member>,
  more: Extra = {},
  actedBy?: MemberId,
): Notice[] {
  const by = (hat: Hat) => defined(members.get(memberOf(order, hat)), 'an order has its members');
  const actor = actedBy && members.get(actedBy);
  const names = { payer: by('payer'), locker: by('locker'), actedBy: actor?.nick };
  return notices.flatMap((notice) =>
    notice.to.flatMap((hat) => {
      if (hat === 'operators') return [];
      const memberId = memberOf(order, hat);
      const other = memberId === order.payerId ? by('payee') : by('payer');
      const own = memberId === actedBy ? { own: true } : {};
      const extra = { ...extraOf(order, notice, memberId, { ...names, other }), ...more, ...own };
      return { memberId, type: notice.type, extra: withoutEmpty(extra) };
    }),
  );
}

const SPLIT_STAGES: Readonly<Record<string, string>> = {
  'split-offered': 'offered',
  'split-declined': 'declined',
};

type Side = 'payer' | 'payee';

/** What a line of the thread is told as, to whom and with what; none of the notifications that the specification names. */
function noteOf(
  order: Order,
  { thread }: Transition,
  { actor, asker }: { actor: string; asker: Side | undefined },
): { type: string; to: Side; more: Extra } | undefined {
  const other = actor === 'payer' ? 'payee' : actor === 'payee' ? 'payer' : undefined;
  const stage = thread && SPLIT_STAGES[thread];
  if (stage !== undefined) return other && { type: SPLIT_NOTICE, to: other, more: { stage } };
  if (!isAnswerStage(thread)) return undefined;
  // A refusal and silence are told to whoever has asked, a blame that was taken to whom it is taken from.
  const to = asker ?? other;
  const duty = dutyOf(order.state, order.request?.by);
  const more = { stage: thread, duty, deadlineDate: order.deadlineAt?.toISOString() };
  return to && { type: ANSWER_NOTICE, to, more };
}

/** The notice of what the thread tells alone, where somebody has waited for it. */
export function threadNoticesOf(
  order: Order,
  transition: Transition,
  members: ReadonlyMap<MemberId, Member>,
  who: { actor: string; asker: Side | undefined },
): Notice[] {
  const note = noteOf(order, transition, who);
  if (!note) return [];
  const memberId = memberOf(order, note.to);
  const other = defined(
    members.get(memberOf(order, note.to === 'payer' ? 'payee' : 'payer')),
    'an order has its members',
  );
  const extra = {
    type: note.type,
    orderId: order.id,
    serialNo: order.serialNo,
    isOwner: order.ownerId === memberId,
    orderType: sideOf(order),
    nick: other.nick,
    userId: other.uid,
    ...note.more,
  };
  return [{ memberId, type: note.type, extra: withoutEmpty(extra) }];
}
