import type { CallInput, CallOutput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { LINES_PER_SIDE_MAX } from '@holdfast/contract/orders';
import { toOrderId } from '@holdfast/kernel';
import { listOrderPostings } from '@holdfast/ledger';
import { digestsOf } from '#features/assets/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { appNow } from '#platform/db/clock.ts';
import { inReadOnly, keysOf, together, type Tx } from '#platform/db/db.ts';
import type { Printer } from '#platform/documents/printer.ts';
import { sealEvidence } from '#platform/evidence/evidence.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { documentOf } from './evidence-document.ts';
import {
  eventFact,
  lineFact,
  orderFact,
  postingFact,
  remarkFact,
  type EvidenceViewer,
  type FoundEvidence,
  type HappenedFact,
} from './evidence-facts.ts';
import { listEventRows } from './event.store.ts';
import { findOrderRemark } from './order-remark.store.ts';
import { roleOf } from './order.rules.ts';
import { findOrdersOf, type LockedOrder } from './order.store.ts';
import { findPayPlace, toPayTo } from './pay-place.ts';
import { listLines } from './thread.store.ts';

/** Everything about an order in one signed file, for a bank, the police or a court: it can be checked without us, and years later. */

/** Two sides, operators and what has happened: more lines no thread has by its limits, but for many words of support. */
const LINES_MAX = 4 * LINES_PER_SIDE_MAX;

export async function findEvidence(
  tx: Tx,
  order: LockedOrder,
  { madeFor, now }: { madeFor: EvidenceViewer; now: Date },
): Promise<FoundEvidence> {
  const { payerId, payeeId, lockedAt } = order;
  const [members, place, remark, events, lines, postings] = await together(
    findMembers(tx, [payerId, payeeId]),
    findPayPlace(tx, order),
    findOrderRemark(tx, order),
    listEventRows(tx, order.id),
    listLines(tx, order.id, { before: undefined, limit: LINES_MAX }),
    listOrderPostings(tx, order.id),
  );
  const digests = await digestsOf(
    tx,
    lines.flatMap(({ fileId }) => fileId ?? []),
  );
  const happened: HappenedFact[] = [
    ...(remark ? [remarkFact(remark, { lockedAt, madeFor })] : []),
    ...events.map((event) => eventFact(event, madeFor)),
    ...lines.toReversed().map((line) => lineFact(line, { madeFor, digests })),
    ...postings.map((posting) => postingFact(posting, order)),
  ].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const first = orderFact(order, { members, payTo: toPayTo(place), madeFor });
  const sealed = sealEvidence(keysOf(tx).kept['evidence-signing'], {
    serialNo: order.serialNo,
    madeFor,
    madeAt: now.toISOString(),
    facts: [first, ...happened],
  });
  return { order: first, happened, sealed };
}

type EvidenceFile = CallOutput<'/order/evidence'>;
type Format = CallInput<'/order/evidence'>['format'];

/** The file in the format that was asked for. Printing takes up to a second, so no transaction may be open. */
export async function toEvidenceFile(
  found: FoundEvidence,
  { format = 'json', printer, share }: { format?: Format; printer: Printer; share: string },
): Promise<EvidenceFile> {
  const name = `holdfast-${found.sealed.serialNo}`;
  const text = `${JSON.stringify(found.sealed, null, 1)}\n`;
  const bytes =
    format === 'pdf'
      ? await printer.print(documentOf(found, { fileName: `${name}.json`, text }), share)
      : Buffer.from(text, 'utf8');
  return { fileName: `${name}.${format}`, format, content: bytes.toString('base64') };
}

/** Before the call's own transaction, in one of its own, so that printing holds none. */
export const prepareEvidence =
  (printer: Printer) =>
  async (
    { db, session }: MemberPreparation,
    { orderId, format }: CallInput<'/order/evidence'>,
  ): Promise<EvidenceFile> => {
    const found = await inReadOnly(db, async (tx) => {
      const [order] = await findOrdersOf(tx, session.memberId, [toOrderId(orderId)]);
      const madeFor = order && roleOf(order, session.memberId);
      if (!madeFor) throw fail('ORDER_NOT_FOUND');
      return findEvidence(tx, order, { madeFor, now: await appNow(tx) });
    });
    return toEvidenceFile(found, { format, printer, share: session.memberId });
  };

/** A party takes the file of its own order along. */
export const downloadEvidence: Handler<'/order/evidence', EvidenceFile> = async (
  { prepared, audit },
  { orderId },
) => {
  audit({ action: 'order-evidence-made', subject: `order:${orderId}` });
  return prepared;
};
