import { fail } from '@holdfast/contract/errors';
import { SPLIT_OFFER_MS } from '@holdfast/contract/orders';
import { maskAccountNumber, maskHolderName } from '@holdfast/contract/rules';
import {
  defined,
  formatAmount,
  formatPrice,
  minor,
  toOrderId,
  type MemberId,
  type OperatorId,
} from '@holdfast/kernel';
import { listOrderPostings, type OrderPosting } from '@holdfast/ledger';
import { findMembers, type Member } from '#features/member-profile/index.ts';
import { operatorNames } from '#features/operators/index.ts';
import {
  findOrder,
  findOrderRemark,
  findPayPlace,
  listEventRows,
  sideOf,
  toPayTo,
  type Order,
  type OrderEventRow,
} from '#features/orders/index.ts';
import { listClaims } from '#features/reviews/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findInCommon } from './flagged-parties.store.ts';
import { findOutcome, findRecords, listCases, type CaseFile, type TradeRecord } from './room.store.ts';
import { findOpenRuling } from './rule.ts';

/** The case room: one order as whoever rules it sees it. */

const iso = (date: Date | null) => date?.toISOString() ?? null;

export const readRoom: Handler<'/operator/case/detail/{id}'> = async (
  { tx, operator, settings, audit },
  _input,
  { id },
) => {
  const orderId = toOrderId(id);
  const order = (await findOrder(tx, orderId)) ?? fail('ORDER_NOT_FOUND');
  const { payerId, payeeId } = order;
  const claim = (await listClaims(tx, 'order', [orderId])).get(orderId);
  const isClear = claim?.operatorId === operator.id;
  const members = await findMembers(tx, [payerId, payeeId]);
  const { records, together } = await findRecords(tx, [payerId, payeeId]);
  audit({ action: 'order-viewed', subject: `order:${orderId}`, detail: { isClear } });
  const files = await listCases(tx, orderId);
  const names = await operatorNames(tx, [
    ...new Set(files.flatMap(({ ruling }) => [ruling?.ruledBy ?? [], ruling?.approvedBy ?? []].flat())),
  ]);
  return {
    isClear,
    openRequest: (await findOpenRuling(tx, order.serialNo)) ?? null,
    aloneTwd: (await settings())['limit.rulingAlone'],
    order: await toShownOrder(tx, order, { isClear }),
    parties: (['payer', 'payee'] as const).map((role) => {
      const memberId = role === 'payer' ? payerId : payeeId;
      const member = defined(members.get(memberId), 'an order has its members');
      return toParty(member, { role, isOwner: order.ownerId === memberId }, records.get(memberId));
    }),
    tradedTogether: together,
    inCommon: await findInCommon(tx, orderId),
    payTo: await payToOf(tx, order),
    paid: paidOf(order),
    cases: files.map((file) => toCase(file, { isClear, names })),
    timeline: (await listEventRows(tx, orderId)).map(toTimeline),
    postings: (await listOrderPostings(tx, orderId)).map((posting) => toPosting(posting, order)),
  };
};

async function toShownOrder(tx: Tx, order: Order, { isClear }: { isClear: boolean }) {
  const { coin } = order;
  const outcome = defined(await findOutcome(tx, order.id), 'an order that was found');
  const { settledQuantity } = outcome;
  return {
    ...outcome,
    orderId: order.id,
    serialNo: order.serialNo,
    version: order.version,
    state: order.state,
    side: sideOf(order),
    coin,
    quantity: formatAmount(coin, order.quantity),
    price: formatPrice(order.priceE4),
    payTwd: String(order.payTwd),
    fee: formatAmount(coin, order.fee),
    feeBasisPoints: order.feeBasisPoints,
    payWindowMinutes: order.payWindowMinutes,
    payMethod: order.payMethod,
    listingId: order.listingId,
    listingVersion: order.listingVersion,
    remark: await remarkOf(tx, order, { isClear }),
    lockedAt: order.lockedAt.toISOString(),
    paidAt: iso(order.paidAt),
    endedAt: iso(order.endedAt),
    deadlineDate: iso(order.deadlineAt),
    splitOffer: order.split && {
      by: order.split.by,
      payerPart: formatAmount(coin, order.split.payerPart),
      until: new Date(order.split.at.getTime() + SPLIT_OFFER_MS).toISOString(),
    },
    settledQuantity: settledQuantity === null ? null : formatAmount(coin, settledQuantity),
  };
}

/** What the listing said, as it was at the lock. */
async function remarkOf(tx: Tx, order: Order, { isClear }: { isClear: boolean }) {
  const remark = await findOrderRemark(tx, order);
  if (!remark) return null;
  const { text, removed } = remark;
  return {
    text: isClear ? text : null,
    removed: removed && { because: removed.because, at: removed.at.toISOString() },
  };
}

function toParty(
  member: Member,
  hat: { role: 'payer' | 'payee'; isOwner: boolean },
  record: TradeRecord | undefined,
) {
  const { account, nick, uid, level, realName, realNameStatus, registeredAt } = member;
  return {
    ...hat,
    account,
    nick,
    uid,
    level,
    realNameStatus,
    realName: maskHolderName(realName),
    registeredAt: registeredAt.toISOString(),
    finished: record?.finished ?? 0,
    ended: record?.ended ?? 0,
    releaseSeconds: record?.releaseSeconds ?? null,
  };
}

/** Where the payer was to pay, masked. */
async function payToOf(tx: Tx, order: Order) {
  const { holderName, bank, payAccount } = toPayTo(await findPayPlace(tx, order));
  return {
    holderName: maskHolderName(holderName),
    place: bank?.bankCode ?? payAccount?.app ?? '',
    account: maskAccountNumber(bank?.accountNumber ?? payAccount?.account ?? ''),
  };
}

/** What the payer has declared, masked. */
function paidOf({ paid, paidAt }: Order) {
  if (!paid) return null;
  return {
    by: paid.payType,
    from: paid.paidBank ?? paid.paidQRType ?? '',
    lastFive: paid.lastFive,
    payer: maskHolderName(paid.payer),
    at: defined(paidAt, 'a paid order says when').toISOString(),
  };
}

const toCase = (
  { openedAt, firstAnswerDueAt, rulingDueAt, escalatesAt, ...file }: CaseFile,
  { isClear, names }: { isClear: boolean; names: ReadonlyMap<OperatorId, string> },
) => ({
  id: file.id,
  openedBy: file.openedBy,
  event: file.event,
  previousState: file.previousState,
  reason: file.reason,
  text: isClear && file.text !== '' ? file.text : null,
  openedAt: openedAt.toISOString(),
  firstReplyDueAt: firstAnswerDueAt.toISOString(),
  rulingDueAt: rulingDueAt.toISOString(),
  escalatesAt: escalatesAt.toISOString(),
  escalatedAt: iso(file.escalatedAt),
  firstRepliedAt: iso(file.firstAnsweredAt),
  closedAt: iso(file.closedAt),
  outcome: file.outcome,
  ruling: file.ruling && {
    reason: file.ruling.reason,
    text: file.ruling.text,
    evidence: [...file.ruling.evidence],
    by: names.get(file.ruling.ruledBy) ?? '',
    approvedBy: file.ruling.approvedBy === null ? null : (names.get(file.ruling.approvedBy) ?? ''),
  },
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A detail as names and texts: `deadlines.after.ack`. The terms stand above, in the order itself. */
function flat(value: unknown, path: readonly string[] = []): { name: string; value: string }[] {
  if (!isRecord(value)) return [{ name: path.join('.'), value: textOf(value) }];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'terms' ? [] : flat(part, [...path, name]),
  );
}

const toTimeline = ({ at, detail, ...event }: OrderEventRow) => ({
  ...event,
  at: at.toISOString(),
  detail: flat(detail),
});

const ownerOf = ({ ownerKind, ownerId }: OrderPosting, { payerId, payeeId }: Order): string => {
  if (ownerKind !== 'member') return ownerKind;
  const who = ownerId as MemberId;
  return who === payerId ? 'payer' : who === payeeId ? 'payee' : 'member';
};

function toPosting(posting: OrderPosting, order: Order) {
  const { reference, kind, at, coin, account, amount } = posting;
  const size = formatAmount(coin, minor(coin, amount < 0n ? -amount : amount));
  return {
    reference,
    kind: kind.replace(/^order\./, ''),
    at: at.toISOString(),
    coin,
    owner: ownerOf(posting, order),
    account,
    amount: amount < 0n ? `-${size}` : size,
  };
}
