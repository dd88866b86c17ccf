import type { Lot } from '@holdfast/ledger';
import { countBroadcastReads, sendBroadcasts, sweepCopies } from '#features/broadcasts/index.ts';
import { measureDashboard } from '#features/dashboard/index.ts';
import { deleteOldCodes } from '#features/one-time-code/index.ts';
import { carrierSource, sweepSeen } from '#features/notifications/index.ts';
import { expireListings, measurePrices, turnListings, type FailedExpiry } from '#features/listings/index.ts';
import { forgetOldOperatorSessions } from '#features/operators/index.ts';
import {
  cancelForRisk,
  compareParties,
  compareProofs,
  fireAllDue,
  fireCaseClocks,
  type FailedCaseClock,
  type FailedLook,
  type FailedRiskCancel,
  type FailedTimer,
} from '#features/orders/index.ts';
import { sweepReplacedPasswords } from '#features/passwords/index.ts';
import { createTestSends, sweepTokens } from '#features/push/index.ts';
import { deleteOldPictures } from '#features/real-name/index.ts';
import { sweepClaims } from '#features/reviews/index.ts';
import { sweepSecurity } from '#features/security/index.ts';
import { forgetOldSessions } from '#features/sign-in/index.ts';
import { sweepReplacedProofs } from '#features/sign-in/index.ts';
import { sweepSecretTries } from '#features/transaction-secret/index.ts';
import { beat } from '#platform/maintenance/heartbeat.store.ts';
import { createHeadLog, linkAudit } from '#platform/audit/audit-chain.ts';
import type { Database } from '#platform/db/db.ts';
import { deleteExpired } from '#platform/db/expired.store.ts';
import type { Log } from '#platform/log/log.ts';
import { createLogThrottle } from '#platform/log/log-throttle.ts';
import { deliverDue } from '#platform/messaging/deliver.ts';
import type { OpenMessage } from '#platform/messaging/messages.ts';
import type { MessagePorts } from '#platform/messaging/port.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { releaseDueHolds } from '#platform/money/release-holds.ts';
import { reconcileNightly } from '#platform/money/reconcile-nightly.ts';
import type { Carrier } from '#platform/outbox/carrier.ts';
import { startCarrier } from '#platform/outbox/carriers.ts';
import { sweepDeliveries } from '#platform/outbox/delivery.store.ts';
import { measureOutbox } from '#platform/outbox/measure-outbox.ts';
import type { PushSender } from '#platform/push/port.ts';
import { startRelay } from '#platform/outbox/relay.ts';
import { fillWaitingLookups } from '#platform/secrets/rotate-keys.store.ts';
import { repeat } from './repeat.ts';

/** The worker role, which runs without requests: deadlines, held coin, messages, the outbox relay, deleting expired rows, the nightly reconciliation. */

const DEADLINES_MS = 500;
/** A deadline that fired later than this is said: no worker was there, or they did not keep up. */
const LATE_SECONDS = 30;
/** How often a worker says that it is there; much less than what counts as an outage. */
const BEAT_MS = 10_000;
const LISTINGS_MS = 1000;
/** How soon after operators no longer let a member sign in. */
const RISK_MS = 1000;
const HOLDS_MS = 5000;
/** Soon enough that whoever checks a payment has read it. */
const RECEIPTS_MS = 2000;
/** Short: a member may be waiting for a code. */
const MESSAGES_MS = 300;
/** How long a line of the audit log is without its link at most. */
const AUDIT_MS = 2000;
const AUDIT_HEAD_MS = 60 * 60_000;
/** How soon a worker sees that it is time to count what operators are shown. */
const PRICES_MS = 60_000;
const DASHBOARD_MS = 10_000;
/** A batch in this time: a million members in about twenty minutes, beside which a trade is not slower. */
const BROADCASTS_MS = 200;
const BROADCAST_READS_MS = 5000;
/** How old the lag of outbox and carriers may be as it is shown. */
const OUTBOX_MS = 5000;
const SWEEP_MS = 10 * 60_000;
/** How soon a worker sees that a new night has begun, or takes over one that another worker has left. */
const RECONCILE_MS = 60_000;
const SWEEPS = [
  deleteExpired,
  deleteOldCodes,
  sweepSecurity,
  sweepSeen,
  sweepReplacedPasswords,
  sweepReplacedProofs,
  sweepSecretTries,
  forgetOldSessions,
  forgetOldOperatorSessions,
  sweepClaims,
  fillWaitingLookups,
  deleteOldPictures,
  sweepDeliveries,
  sweepCopies,
  sweepTokens,
];

export interface WorkerRole {
  readonly db: Database;
  readonly openMessage: OpenMessage;
  readonly ports: MessagePorts;
  /** The ways to members outside the open app. */
  readonly carriers: readonly Carrier[];
  /** By which members are sent the test messages that they ask for. */
  readonly push?: PushSender | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Worker {
  readonly wakeRelay: () => void;
  stop(): Promise<void>;
}

/** Says now and then that a worker is there. Called before anything fires: what was due while nobody was there moves instead. */
function createPresence(db: Database, log: Log): () => Promise<void> {
  let beatAt = -Infinity;
  return async () => {
    const now = performance.now();
    if (now < beatAt + BEAT_MS) return;
    const outageSeconds = await beat(db);
    if (outageSeconds > 0) log.error({ outageSeconds }, 'no worker was there: deadlines move by that time');
    beatAt = now;
  };
}

/** What time and queues ask of listings and orders, each to be repeated. Whatever changes something wakes the relay. */
function tradeDuties({
  db,
  log,
  throttle,
  wake,
  isStopping,
}: Pick<WorkerRole, 'db' | 'log'> & {
  readonly throttle: ReturnType<typeof createLogThrottle>;
  readonly wake: () => void;
  readonly isStopping: () => boolean;
}) {
  const sayPresence = createPresence(db, log);
  const fire = async () => {
    await sayPresence();
    const onFailure = ({ error, ...timer }: FailedTimer) =>
      throttle(
        error,
        () => log.error({ err: error, ...timer }, 'a deadline failed'),
        `deadline ${timer.orderId}`,
      );
    const { count, lateSeconds } = await fireAllDue(db, { onFailure, isStopping, beforeEach: sayPresence });
    const onFailedCase = ({ error, ...clock }: FailedCaseClock) =>
      log.error({ err: error, ...clock }, 'a clock of a case failed and is tried again');
    const cases = await fireCaseClocks(db, { onFailure: onFailedCase, isStopping });
    if (count + cases > 0) wake();
    if (lateSeconds > LATE_SECONDS) log.warn({ count, lateSeconds }, 'deadlines fired late');
  };
  const expire = async () => {
    const onFailure = ({ error, listingId }: FailedExpiry) =>
      throttle(
        error,
        () => log.error({ err: error, listingId }, 'a listing could not end'),
        `listing ${listingId}`,
      );
    if ((await expireListings(db, { onFailure, isStopping })) > 0) wake();
  };
  const turn = async () => {
    if ((await turnListings(db, isStopping)) > 0) wake();
  };
  const cancel = async () => {
    const onFailure = ({ error, ...what }: FailedRiskCancel) =>
      log.error({ err: error, ...what }, 'what a member has open could not be ended and is tried again');
    if ((await cancelForRisk(db, { onFailure, isStopping })) > 0) wake();
  };
  const release = async () => {
    const failed = (error: unknown, { order, version }: Lot) =>
      log.error(
        { err: error, orderId: order, version },
        'held coin could not be released and is tried again',
      );
    if ((await releaseDueHolds(db, failed, isStopping)) > 0) wake();
  };
  const compareReceipts = async () => {
    if ((await compareProofs(db, isStopping)) > 0) wake();
  };
  const comparePeople = async () => {
    const onFailure = ({ error, orderId }: FailedLook) =>
      log.error({ err: error, orderId }, 'the parties of an order could not be compared and are tried again');
    if ((await compareParties(db, { onFailure, isStopping })) > 0) wake();
  };
  return { fire, expire, turn, cancel, release, compareReceipts, comparePeople };
}

/** Until it is stopped; then those that have begun are sent. */
function sendTests(
  parts: Parameters<typeof createTestSends>[0],
  onError: (error: unknown) => void,
): () => Promise<void> {
  const tests = createTestSends(parts, onError);
  const stop = repeat(() => tests.begin(), MESSAGES_MS, onError);
  return async () => {
    await stop();
    await tests.end();
  };
}

export function startWorker({ db, openMessage, ports, carriers, push, log, metrics }: WorkerRole): Worker {
  let isStopping = false;
  const source = carrierSource(db);
  const loops = carriers.map((carrier) => startCarrier({ db, carrier, source, metrics, log }));
  const relay = startRelay({ db, log, wakeCarriers: () => loops.forEach((loop) => loop.wake()) });
  const throttle = createLogThrottle();
  const warn = (what: string) => (error: unknown) =>
    throttle(error, () => log.warn({ err: error }, `${what} failed and is retried`), what);
  const trades = tradeDuties({ db, log, throttle, wake: () => relay.wake(), isStopping: () => isStopping });
  const deliver = async () => {
    while ((await deliverDue({ db, openMessage, ports, log })) > 0);
  };
  const broadcast = async () => {
    if ((await sendBroadcasts(db, { isStopping: () => isStopping })) > 0) relay.wake();
  };
  const stops = [
    repeat(deliver, MESSAGES_MS, warn('sending messages')),
    ...(push ? [sendTests({ db, sender: push }, warn('sending test messages'))] : []),
    repeat(trades.fire, DEADLINES_MS, warn('firing deadlines')),
    repeat(trades.expire, LISTINGS_MS, warn('ending listings')),
    repeat(trades.turn, LISTINGS_MS, warn('turning listings at the hours of their owners')),
    repeat(trades.cancel, RISK_MS, warn('cancelling for risk')),
    repeat(trades.release, HOLDS_MS, warn('releasing held coin')),
    repeat(trades.compareReceipts, RECEIPTS_MS, warn('comparing receipts')),
    repeat(trades.comparePeople, RECEIPTS_MS, warn('comparing the parties of orders')),
    repeat(() => measurePrices(db), PRICES_MS, warn('measuring prices')),
    repeat(() => measureDashboard(db), DASHBOARD_MS, warn('counting for the dashboard')),
    repeat(
      () =>
        measureOutbox(
          db,
          metrics,
          carriers.map(({ name }) => name),
        ),
      OUTBOX_MS,
      warn('measuring the outbox'),
    ),
    repeat(broadcast, BROADCASTS_MS, warn('sending a broadcast')),
    repeat(() => countBroadcastReads(db), BROADCAST_READS_MS, warn('counting who has read a broadcast')),
    repeat(() => linkAudit(db), AUDIT_MS, warn('linking the audit log')),
    repeat(createHeadLog(db, log), AUDIT_HEAD_MS, warn('saying the head of the audit log')),
    repeat(
      () => reconcileNightly({ db, log, metrics, isStopping: () => isStopping }),
      RECONCILE_MS,
      warn('reconciling the ledger'),
    ),
    ...SWEEPS.map((sweep) => repeat(() => sweep(db), SWEEP_MS, warn('sweeping'))),
  ];
  return {
    wakeRelay: relay.wake,
    async stop() {
      isStopping = true;
      await Promise.all([...stops.map((stop) => stop()), relay.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}
