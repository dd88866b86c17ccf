import { appError } from '@holdfast/contract/errors';
import { toOrderId } from '@holdfast/kernel';
import type { Database } from '#platform/db/db.ts';
import type { Printer } from '#platform/documents/printer.ts';
import { calls, handle, handleGrouped } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { acceptOrder, declineOrder } from './accept-order.ts';
import { cancelOrder, markPaid, releaseOrder } from './act-on-order.ts';
import { appeal, claimLate } from './appeal.ts';
import {
  allowCancel,
  allowCancelAfterPaid,
  denyAsReceived,
  denyCancel,
  requestCancel,
  requestCancelAfterPaid,
} from './cancel-requests.ts';
import { fireDue } from './fire-due.ts';
import { downloadEvidence, prepareEvidence } from './make-evidence.ts';
import { lockFromListing, type LockParts } from './lock-order.ts';
import { readRuling } from './read-ruling.ts';
import { askForTime, extendTime } from './pay-time.ts';
import { listRatings, rateOrder, readRatings } from './ratings.ts';
import { reportEnd } from './report-end.ts';
import { listOrders, orderDetail, ordersInProgress } from './read-orders.ts';
import { paidFrom } from './paid-from.ts';
import { readPresence } from './read-presence.ts';
import { declineSplit, splitOrder } from './split-order.ts';
import { readRestrictions } from './read-restrictions.ts';
import { addProof, say } from './say.ts';
import { linkLineFile, readThread, seeThread } from './read-thread.ts';
import { takeBlame } from './take-blame.ts';

/** Every command on an order first fires what is already due on it. */
const onOrder = {
  limit: perMinute(20),
  fireDue: (db: Database, { orderId }: { readonly orderId: string }) => fireDue(db, toOrderId(orderId)),
};

/**
 * Lockers of one listing that are served together, and those that wait. They wait here and not for the row, where each would hold a
 * connection. The figures are those of one process, whose connections they protect; processes together multiply them.
 */
const LOCKERS = {
  size: 100,
  running: 1,
  waiting: 300,
  full: () => appError('LISTING_CROWDED', { seconds: 2 }),
};

/** Of each member: nobody can use up what the other side of an order needs. */
const SAYS_PER_MINUTE = 20;

export const orderCalls = (parts: LockParts & { readonly printer: Printer }) =>
  calls({
    '/order/lock': handleGrouped(lockFromListing(parts), {
      limit: perMinute(20),
      keyOf: ({ listingId }) => listingId,
      limits: LOCKERS,
    }),
    '/order/accept': handle(acceptOrder, onOrder),
    '/order/decline': handle(declineOrder, onOrder),
    '/order/paid': handle(markPaid, onOrder),
    '/order/cancel': handle(cancelOrder, onOrder),
    '/order/request-cancel': handle(requestCancel, onOrder),
    '/order/allow-cancel': handle(allowCancel, onOrder),
    '/order/deny-cancel': handle(denyCancel, onOrder),
    '/order/request-cancel-after-paid': handle(requestCancelAfterPaid, onOrder),
    '/order/allow-cancel-after-paid': handle(allowCancelAfterPaid, onOrder),
    '/order/deny-as-received': handle(denyAsReceived, onOrder),
    '/order/release': handle(releaseOrder, onOrder),
    '/order/split': handle(splitOrder, onOrder),
    '/order/decline-split': handle(declineSplit, onOrder),
    '/order/extend': handle(extendTime, onOrder),
    '/order/ask-time': handle(askForTime, onOrder),
    '/order/appeal': handle(appeal, onOrder),
    '/order/late-claim': handle(claimLate, onOrder),
    '/order/take-blame': handle(takeBlame, onOrder),
    '/report/order/finish': handle(reportEnd, { limit: perMinute(60) }),
    '/member/restrictions': handle(readRestrictions, { limit: readsPerMinute(240) }),
    '/order/presence': handle(readPresence, { limit: readsPerMinute(60) }),
    '/order/detail': handle(orderDetail, { limit: readsPerMinute(240) }),
    '/order/thread': handle(readThread, { limit: readsPerMinute(240) }),
    '/order/thread/file': handle(linkLineFile, { limit: readsPerMinute(240) }),
    // The whole order is read and signed.
    '/order/evidence': handle(downloadEvidence, {
      limit: readsPerMinute(6),
      prepare: prepareEvidence(parts.printer),
    }),
    '/order/thread/seen': handle(seeThread, { limit: perMinute(60) }),
    '/order/paid-from': handle(paidFrom, { limit: readsPerMinute(60) }),
    '/order/add-proof': handle(addProof, { limit: perMinute(SAYS_PER_MINUTE) }),
    '/order/say': handle(say, { limit: perMinute(SAYS_PER_MINUTE) }),
    '/order/rating': handle(readRatings, { limit: readsPerMinute(240) }),
    '/order/rate': handle(rateOrder, { limit: perMinute(20) }),
    '/member/ratings': handle(listRatings, { limit: readsPerMinute(120) }),
    '/order/ruling': handle(readRuling, { limit: readsPerMinute(240) }),
    '/order/list': handle(listOrders, { limit: readsPerMinute(240) }),
    '/api/v1/members/orders-in-progress/{account}': handle(ordersInProgress, { limit: readsPerMinute(240) }),
  });
