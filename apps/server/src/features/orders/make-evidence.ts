import type { CallOutput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { LINES_PER_SIDE_MAX } from '@holdfast/contract/orders';
import { maskAccountNumber, maskHolderName } from '@holdfast/contract/rules';
import { defined, formatAmount, formatPrice, minor, toOrderId, type MemberId } from '@holdfast/kernel';
import { listOrderPostings, type OrderPosting } from '@holdfast/ledger';
import { digestsOf } from '#features/assets/index.ts';
import { findMembers, type Member } from '#features/member-profile/index.ts';
import { together, keysOf, type Tx } from '#platform/db/db.ts';
import { sealEvidence, type EvidenceFact } from '#platform/evidence/evidence.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { listEventRows, type OrderEventRow } from './event.store.ts';
import { roleOf, sideOf } from './order.rules.ts';
import { findOrdersOf, type LockedOrder } from './order.store.ts';
import { findPayPlace, toPayTo } from './pay-place.ts';
import { listLines, type Side, type ThreadLine } from './thread.store.ts';

/** Everything about an order in one signed file, for a bank, the police or a court: it can be checked without us, and years later. */

type Viewer = Side | 'operator';

/** Two sides, operators and what has happened: more lines no thread has by its limits, but for many words of support. */
const LINES_MAX = 4 * LINES_PER_SIDE_MAX;

export async function makeEvidence(
  tx: Tx,
  order: LockedOrder,
  { madeFor, now }: { madeFor: Viewer; now: Date },
): Promise<CallOutput<'/order/evidence'>> {
  const { payerId, payeeId } = order;
  const [members, place, events, lines, postings] = await together(
    findMembers(tx, [payerId, payeeId]),
    findPayPlace(tx, order),
    listEventRows(tx, order.id),
    listLines(tx, order.id, { before: undefined, limit: LINES_MAX }),
    listOrderPostings(tx, order.id),
  );
  const digests = await digestsOf(
    tx,
    lines.flatMap(({ fileId }) => fileId ?? []),
  );
  const happened = [
    ...events.map((event) => eventFact(event, madeFor)),
    ...lines.toReversed().map((line) => lineFact(line, { madeFor, digests })),
    ...postings.map((posting) => postingFact(posting, order)),
  ].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const seed = keysOf(tx).kept['evidence-signing'];
  const file = sealEvidence(seed, {
    serialNo: order.serialNo,
    madeFor,
    madeAt: now.toISOString(),
    facts: [orderFact(order, { members, payTo: toPayTo(place), madeFor }), ...happened],
  });
  return {
    fileName: `holdfast-${order.serialNo}.json`,
    content: `${JSON.stringify(file, null, 1)}\n`,
  };
}

function orderFact(
  order: LockedOrder,
  {
    members,
    payTo: { holderName, bank, payAccount },
    madeFor,
  }: {
    members: ReadonlyMap<MemberId, Member>;
    payTo: ReturnType<typeof toPayTo>;
    madeFor: Viewer;
  },
): EvidenceFact {
  const { coin, paid } = order;
  const isOwn = (side: Side) => madeFor === 'operator' || madeFor === side;
  const party = (side: Side) => {
    const id = side === 'payer' ? order.payerId : order.payeeId;
    const { nick, uid, account, realName } = defined(members.get(id), 'an order has its members');
    return isOwn(side) ? { nick, uid, account, realName } : { nick, uid, realName: maskHolderName(realName) };
  };
  const account = bank?.accountNumber ?? payAccount?.account ?? '';
  return {
    kind: 'order',
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

/** The terms stand in the order, by names and not by our own numbers. Why the other side has appealed, members are not told. */
function eventFact(
  { version, event, actor, from, to, at, detail: { terms: _terms, ...known } }: OrderEventRow,
  madeFor: Viewer,
): EvidenceFact {
  const { reason, ...rest } = known;
  const isTold = madeFor === 'operator' || actor === madeFor || event !== 'appeal';
  const detail = reason !== undefined && isTold ? known : rest;
  return { kind: 'event', at: at.toISOString(), data: { version, event, actor, from, to, detail } };
}

/** What looked suspicious is never told to who wrote it. */
function lineFact(
  { number, author, kind, text, fileId, fileType, fileBytes, event, suspicions, at }: ThreadLine,
  { madeFor, digests }: { madeFor: Viewer; digests: ReadonlyMap<string, string> },
): EvidenceFact {
  const file = fileId !== null && {
    id: fileId,
    type: fileType,
    bytes: fileBytes,
    sha256: digests.get(fileId) ?? null,
  };
  return {
    kind: 'line',
    at: at.toISOString(),
    data: {
      line: number,
      author,
      kind,
      ...(text !== null && { text }),
      ...(event !== null && { event }),
      ...(file && { file }),
      ...(author !== madeFor && suspicions.length > 0 && { suspicions }),
    },
  };
}

function postingFact(posting: OrderPosting, { payerId, payeeId }: LockedOrder): EvidenceFact {
  const { reference, kind, at, coin, ownerKind, ownerId, account, amount } = posting;
  const size = formatAmount(coin, minor(coin, amount < 0n ? -amount : amount));
  const member = ownerId === payerId ? 'payer' : ownerId === payeeId ? 'payee' : 'member';
  return {
    kind: 'posting',
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

/** A party takes the file of its own order along. */
export const downloadEvidence: Handler<'/order/evidence'> = async ({ tx, session, now, audit }, input) => {
  const [order] = await findOrdersOf(tx, session.memberId, [toOrderId(input.orderId)]);
  const side = order && roleOf(order, session.memberId);
  if (!side) throw fail('ORDER_NOT_FOUND');
  audit({ action: 'order-evidence-made', subject: `order:${order.id}` });
  return makeEvidence(tx, order, { madeFor: side, now });
};
