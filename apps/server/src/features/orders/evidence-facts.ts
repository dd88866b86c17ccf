import { maskAccountNumber, maskHolderName } from '@holdfast/contract/rules';
import { defined, formatAmount, formatPrice, minor, type MemberId } from '@holdfast/kernel';
import type { OrderPosting } from '@holdfast/ledger';
import type { Member } from '#features/member-profile/index.ts';
import type { Evidence } from '#platform/evidence/evidence.ts';
import type { OrderEventRow } from './event.store.ts';
import type { OrderRemark } from './order-remark.store.ts';
import { sideOf } from './order.rules.ts';
import type { LockedOrder } from './order.store.ts';
import type { toPayTo } from './pay-place.ts';
import type { Side, ThreadLine } from './thread.store.ts';

/** What a file of evidence says, line by line, as one viewer may know it. */

export type EvidenceViewer = Side | 'operator';

export type OrderFact = ReturnType<typeof orderFact>;
export type HappenedFact =
  | ReturnType<typeof remarkFact>
  | ReturnType<typeof eventFact>
  | ReturnType<typeof lineFact>
  | ReturnType<typeof postingFact>;

/** What there is to say of an order, and the same sealed. */
export interface FoundEvidence {
  readonly order: OrderFact;
  readonly happened: readonly HappenedFact[];
  readonly sealed: Evidence;
}

export function orderFact(
  order: LockedOrder,
  {
    members,
    payTo: { holderName, bank, payAccount },
    madeFor,
  }: {
    members: ReadonlyMap<MemberId, Member>;
    payTo: ReturnType<typeof toPayTo>;
    madeFor: EvidenceViewer;
  },
) {
  const { coin, paid } = order;
  const isOwn = (side: Side) => madeFor === 'operator' || madeFor === side;
  const party = (side: Side) => {
    const id = side === 'payer' ? order.payerId : order.payeeId;
    const { nick, uid, account, realName } = defined(members.get(id), 'an order has its members');
    return isOwn(side) ? { nick, uid, account, realName } : { nick, uid, realName: maskHolderName(realName) };
  };
  const account = bank?.accountNumber ?? payAccount?.account ?? '';
  return {
    kind: 'order' as const,
    at: order.lockedAt.toISOString(),
    data: {
      serialNo: order.serialNo,
      side: sideOf(order),
      state: order.state,
      coin,
      quantity: formatAmount(coin, order.quantity),
      price: formatPrice(order.priceE4),
      payTwd: String(order.payTwd),
      fee: formatAmount(coin, order.fee),
      payWindowMinutes: order.payWindowMinutes,
      payMethod: order.payMethod,
      payer: party('payer'),
      payee: party('payee'),
      payTo: {
        place: bank?.bankCode ?? payAccount?.app ?? '',
        account: isOwn('payee') ? account : maskAccountNumber(account),
        holderName: isOwn('payee') ? holderName : maskHolderName(holderName),
      },
      declared: paid && {
        from: paid.paidBank ?? paid.paidQRType ?? '',
        lastFive: paid.lastFive,
        payer: isOwn('payer') ? paid.payer : maskHolderName(paid.payer),
        at: order.paidAt?.toISOString() ?? null,
      },
      endedAt: order.endedAt?.toISOString() ?? null,
    },
  };
}

/**
 * What the listing said when it was locked, in the words that the two have agreed upon: also where nobody is shown them any more, because
 * what was taken down may be what the case is about. As of a line, who wrote it is not told what of it looked suspicious.
 */
export function remarkFact(
  { author, text, suspicions, removed }: OrderRemark,
  { lockedAt, madeFor }: { lockedAt: Date; madeFor: EvidenceViewer },
) {
  return {
    kind: 'remark' as const,
    at: lockedAt.toISOString(),
    data: {
      author,
      text,
      ...(author !== madeFor && suspicions.length > 0 && { suspicions }),
      ...(removed && { removed: { because: removed.because, at: removed.at.toISOString() } }),
    },
  };
}

/** The terms stand in the order, by names and not by our own numbers. Why the other side has appealed, members are not told. */
export function eventFact(
  { version, event, actor, from, to, at, detail: { terms: _terms, ...known } }: OrderEventRow,
  madeFor: EvidenceViewer,
) {
  const { reason, ...rest } = known;
  const isTold = madeFor === 'operator' || actor === madeFor || event !== 'appeal';
  const detail = reason !== undefined && isTold ? known : rest;
  return { kind: 'event' as const, at: at.toISOString(), data: { version, event, actor, from, to, detail } };
}

/** What looked suspicious is never told to who wrote it. */
export function lineFact(
  { number, author, kind, text, en, fileId, fileType, fileBytes, event, suspicions, at }: ThreadLine,
  { madeFor, digests }: { madeFor: EvidenceViewer; digests: ReadonlyMap<string, string> },
) {
  const file = fileId !== null && {
    id: fileId,
    type: fileType,
    bytes: fileBytes,
    sha256: digests.get(fileId) ?? null,
  };
  return {
    kind: 'line' as const,
    at: at.toISOString(),
    data: {
      line: number,
      author,
      kind,
      ...(text !== null && { text }),
      ...(en !== null && { en }),
      ...(event !== null && { event }),
      ...(file && { file }),
      ...(author !== madeFor && suspicions.length > 0 && { suspicions }),
    },
  };
}

export function postingFact(posting: OrderPosting, { payerId, payeeId }: LockedOrder) {
  const { reference, kind, at, coin, ownerKind, ownerId, account, amount } = posting;
  const size = formatAmount(coin, minor(coin, amount < 0n ? -amount : amount));
  const member = ownerId === payerId ? 'payer' : ownerId === payeeId ? 'payee' : 'member';
  return {
    kind: 'posting' as const,
    at: at.toISOString(),
    data: {
      reference,
      kind,
      coin,
      owner: ownerKind === 'member' ? member : ownerKind,
      account,
      amount: amount < 0n ? `-${size}` : size,
    },
  };
}
