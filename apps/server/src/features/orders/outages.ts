import { OUTAGE_NOTICE } from '@holdfast/contract/notifications';
import { clockOf, SPLIT_OFFER_MS, TRANSITIONS } from '@holdfast/contract/orders';
import { defined, type OrderId } from '@holdfast/kernel';
import { moveListingClocks } from '#features/listings/index.ts';
import { findMembers } from '#features/member-profile/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { Tx } from '#platform/db/db.ts';
import type { Downtime } from '#platform/maintenance/downtime.store.ts';
import { hintOperators } from '#platform/outbox/outbox.store.ts';
import { findRulingDates, moveCases } from './case.store.ts';
import { insertEvents } from './event.store.ts';
import { sideOf } from './order.rules.ts';
import { moveHiddenRatings } from './rating.store.ts';
import { moveOrders, type MovedOrder } from './outages.store.ts';
import { sendEventLines } from './thread.store.ts';

const OUTAGE = defined(
  TRANSITIONS.find(({ event }) => event === 'outage-declared'),
  'the table has an outage',
);

/**
 * What a downtime has taken is given back, in the one transaction that settles it: the clocks of orders and their cases, the offers of a split,
 * the clocks of listings, and how long a rating stays hidden. The time to question or rate an ended order needs no move: whoever reads it leaves out
 * what stood still. T33: each live order that had a clock gets an event and a line of it, and both sides a note.
 */
export async function moveClocks(tx: Tx, downtime: Downtime): Promise<void> {
  const moved = await moveOrders(tx, downtime, SPLIT_OFFER_MS / 1000);
  await moveCases(tx, downtime);
  await moveListingClocks(tx, downtime);
  await moveHiddenRatings(tx, downtime);
  hintOperators(tx, { topic: 'board' });
  if (moved.length > 0) await tell(tx, moved);
}

async function tell(tx: Tx, moved: readonly MovedOrder[]): Promise<void> {
  await insertEvents(
    tx,
    moved.map(({ id: orderId, version, state, deadlines, minutes, splitAt }) => ({
      orderId,
      version,
      transition: OUTAGE.id,
      event: OUTAGE.event,
      actor: 'system' as const,
      actorId: null,
      from: state,
      to: state,
      detail: { deadlines, minutes, ...(splitAt !== null && { splitAt }) },
    })),
  );
  sendEventLines(tx, moved, defined(OUTAGE.thread, 'an outage has its line'));
  const members = await findMembers(tx, [
    ...new Set(moved.flatMap(({ payerId, payeeId }) => [payerId, payeeId])),
  ]);
  // A case has its time from itself, which may have begun anew since the order's clock.
  const inCase = moved.filter(({ state }) => state === 'STUCK_CASE').map(({ id }) => id);
  const rulings = inCase.length > 0 ? await findRulingDates(tx, inCase) : new Map<OrderId, Date>();
  await notify(
    tx,
    moved.flatMap((order) =>
      [order.payerId, order.payeeId].map((memberId) => {
        const otherId = memberId === order.payerId ? order.payeeId : order.payerId;
        const other = defined(members.get(otherId), 'an order has its members');
        const deadlineDate =
          rulings.get(order.id)?.toISOString() ??
          order.deadlines.after[clockOf(order.state, order.requestBy)];
        const extra = {
          type: OUTAGE_NOTICE,
          orderId: order.id,
          serialNo: order.serialNo,
          isOwner: order.ownerId === memberId,
          orderType: sideOf(order),
          nick: other.nick,
          userId: other.uid,
          ...(deadlineDate !== undefined && { deadlineDate }),
        };
        return { memberId, type: OUTAGE_NOTICE, extra };
      }),
    ),
    moved.flatMap(({ id: orderId, payerId, payeeId }) =>
      [payerId, payeeId].map((memberId) => ({ memberId, topic: 'orders' as const, orderId })),
    ),
  );
}
