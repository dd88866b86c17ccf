import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { Carrier, CarrierSource, Notice, Outcome, Skipped } from './carrier.ts';
import { claimResent, removeLetter, returnLetter, type Resent } from './dead-letter.store.ts';
import { backOffSeconds, TRIES_MAX } from './delivery.rules.ts';
import {
  bury,
  forget,
  markSent,
  pauseLane,
  probeNext,
  putOff,
  resumeLane,
  type Claimed,
} from './delivery.store.ts';
import type { Lanes } from './lanes.ts';
import { send } from './send.ts';

/** So many messages at once: of a longer absence only the newest are sent, and the inbox has them all. */
const MESSAGES_MAX = 10;
/** No message is begun later than this after the claim. */
const SENDING_MS_MAX = 30_000;
/** Longer than `SENDING_MS_MAX` and one more try to send: nobody else sends to the subscription meanwhile. */
export const LEASE_SECONDS = 60;
/** One that was probed and failed lets others be the probe. */
const PROBED_SECONDS = 30;
const RESENT_MAX = 5;

export interface DeliveryParts {
  readonly db: Database;
  readonly carrier: Carrier;
  readonly source: CarrierSource;
  readonly lanes: Lanes;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly isStopping: () => boolean;
  /** For tests of time. */
  readonly sendMsMax?: number;
}

type Delivery = Claimed & { readonly isProbe?: boolean };

async function attempt(
  { carrier, metrics, sendMsMax }: DeliveryParts,
  key: string,
  notice: Notice,
): Promise<Outcome | Skipped> {
  const outcome = await send(carrier, key, notice, sendMsMax);
  metrics.count('holdfast_deliveries_total', { carrier: carrier.name, outcome: outcome.is });
  return outcome;
}

/**
 * Sends what a member's inbox has for one subscription, in its order, and writes down how far it came. Whoever dies between a send and that
 * sends it again, after the lease: the receiver knows it by its number.
 */
export async function deliver(parts: DeliveryParts, claimed: Delivery): Promise<void> {
  const { db, carrier, source, lanes } = parts;
  const { to, lane, isProbe = false } = claimed;
  if (!to) return forget(db, claimed.subscriptionId);
  const { notices, lastSeq } = await source.messagesToSend(to.memberId, claimed.sentSeq, {
    limit: MESSAGES_MAX,
    usefulMinutes: carrier.usefulMinutes,
  });
  const stopAt = performance.now() + SENDING_MS_MAX;
  let { sentSeq, tries, hasTaken } = claimed;
  let hasSent = false;
  for (const notice of notices) {
    if (parts.isStopping() || performance.now() > stopAt)
      return putOff(db, { ...claimed, hasTaken }, { sentSeq, tries, seconds: 0 });
    const outcome = await attempt(parts, to.key, notice);
    if (outcome.is === 'sent') {
      hasSent = true;
      hasTaken = true;
      lanes.worked(lane);
      if (isProbe) await resumeLane(db, { carrier: carrier.name, lane });
    } else if (outcome.is !== 'skipped')
      return settle(parts, { ...claimed, sentSeq, tries, hasTaken }, { notice, outcome });
    sentSeq = notice.seq;
    tries = 0;
  }
  // A probe that has asked the service nothing has learnt nothing.
  if (isProbe && !hasSent) await probeNext(db, { carrier: carrier.name, lane });
  return markSent(db, { ...claimed, hasTaken }, lastSeq);
}

interface Failure {
  readonly notice: Notice;
  readonly outcome: Exclude<Outcome, { readonly is: 'sent' }>;
}

/** Whose failure was it: the address's, the message's, or the service's? */
async function settle(parts: DeliveryParts, claimed: Delivery, { notice, outcome }: Failure): Promise<void> {
  const { db, carrier, lanes } = parts;
  const { sentSeq } = claimed;
  const tries = claimed.tries + 1;
  const dead = (reason: string) =>
    bury(db, { carrier: carrier.name, claimed, notice }, { tries, reason }).then(() => resumeIfProbe());
  // The service has answered about this message: it works.
  const resumeIfProbe = async () => {
    if (claimed.isProbe) await resumeLane(db, { carrier: carrier.name, lane: claimed.lane });
  };
  switch (outcome.is) {
    case 'gone':
      await resumeIfProbe();
      return forget(db, claimed.subscriptionId);
    case 'ended':
      if (claimed.isProbe) await probeNext(db, { carrier: carrier.name, lane: claimed.lane });
      return forget(db, claimed.subscriptionId);
    case 'refused':
      return dead(outcome.reason);
    case 'down':
    case 'failed':
      // An address that never took a message may be made up: it is no witness against its service, only one of many.
      if (
        (outcome.is === 'down' && claimed.hasTaken) ||
        lanes.failed(claimed.lane, notice.memberId) ||
        claimed.isProbe
      )
        return blameLane(parts, claimed, outcome);
      if (tries >= TRIES_MAX) return dead(outcome.reason);
      return putOff(db, claimed, { sentSeq, tries, seconds: backOffSeconds(tries, outcome.retrySeconds) });
  }
}

/** The service does not work: its lane pauses, and the message has not used up a try. */
async function blameLane(
  { db, carrier, log }: DeliveryParts,
  { isProbe = false, ...claimed }: Delivery,
  { reason, retrySeconds }: { reason: string; retrySeconds?: number },
): Promise<void> {
  const { sentSeq, tries, lane } = claimed;
  await putOff(db, claimed, { sentSeq, tries, seconds: isProbe ? PROBED_SECONDS : 0 });
  const isNew = await pauseLane(
    db,
    { carrier: carrier.name, lane },
    { reason, seconds: retrySeconds, isProbe },
  );
  if (isNew && !isProbe)
    log.warn({ carrier: carrier.name, lane, reason }, 'a push service does not work; its lane is paused');
}

/** Sends the dead letters that an operator wants to be tried again, each once. */
export async function resend(parts: DeliveryParts): Promise<void> {
  const { db, carrier } = parts;
  const due = await claimResent(db, {
    carrier: carrier.name,
    leaseSeconds: LEASE_SECONDS,
    limit: RESENT_MAX,
  });
  await Promise.all(due.map((letter) => resendOne(parts, letter)));
}

async function resendOne(
  parts: DeliveryParts,
  { id, subscriptionId, memberId, seq, key, tries }: Resent,
): Promise<void> {
  const { db, source } = parts;
  const notice = key === undefined ? undefined : await source.message(memberId, seq);
  if (key === undefined || !notice) return removeLetter(db, id);
  const outcome = await attempt(parts, key, notice);
  if (outcome.is === 'sent' || outcome.is === 'skipped') return removeLetter(db, id);
  if (outcome.is === 'gone' || outcome.is === 'ended') return forget(db, subscriptionId);
  return returnLetter(db, { id, tries: tries + 1, reason: outcome.reason });
}
