import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log/log.ts';
import { createLogThrottle } from '#platform/log/log-throttle.ts';
import { deliver, LEASE_SECONDS, resend, type DeliveryParts } from './deliver.ts';
import { claimDeliveries, claimProbes, type Claimed } from './delivery.store.ts';
import { createLanes } from './lanes.ts';

/** The loop of one carrier: beside the relay of hints, and beside those of other carriers. */

const POLL_MS = 1000;
/** One look serves all sends that end within this time. */
const GATHER_MS = 20;
/** Sends that run at once in one lane. */
const LANE_MAX = 16;
/** So many are claimed of a lane at once. */
const CLAIM_MAX = 8;

export type CarrierParts = Omit<DeliveryParts, 'lanes' | 'isStopping'>;

export interface CarrierLoop {
  /** Looks soon instead of at the next interval: there may be something to send. */
  readonly wake: () => void;
  stop(): Promise<void>;
}

export function startCarrier(parts: CarrierParts): CarrierLoop {
  const { db, carrier, log } = parts;
  let isStopping = false;
  const lanes = createLanes(LANE_MAX - CLAIM_MAX + 1);
  const delivery: DeliveryParts = { ...parts, lanes, isStopping: () => isStopping };
  const warn = createWarn(carrier.name, log);
  const sends = new Set<Promise<void>>();
  const { pause, wake } = createPause();

  /** Beside the loop: a slow one delays nobody else. What fails by a fault of ours is sent again when its lease ends. */
  function beside(work: Promise<void>): void {
    const sending = work.catch(warn).finally(() => sends.delete(sending));
    sends.add(sending);
  }

  function start(claimed: Claimed): void {
    lanes.enter(claimed.lane);
    const leave = () => {
      lanes.leave(claimed.lane);
      wake();
    };
    beside(deliver(delivery, claimed).finally(leave));
  }

  async function claim(): Promise<void> {
    const bounds = { carrier: carrier.name, leaseSeconds: LEASE_SECONDS };
    for (const probe of await claimProbes(db, bounds)) start(probe);
    const claimed = await claimDeliveries(db, { ...bounds, perLane: CLAIM_MAX, full: lanes.full() });
    claimed.forEach(start);
    beside(resend(delivery));
  }

  async function run(): Promise<void> {
    for (;;) {
      if (isStopping) break;
      await claim().catch(warn);
      await pause();
      if (sends.size > 0) await sleep(GATHER_MS);
    }
    await Promise.all(sends);
  }

  const running = run();
  return {
    wake,
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}

const createWarn = (carrier: string, log: Log) => {
  const throttle = createLogThrottle();
  return (error: unknown) =>
    throttle(error, () => log.warn({ err: error, carrier }, 'a carrier failed and goes on'));
};

/** Waits for the interval or for `wake`, whatever comes first. One wake in the middle of the work counts for the pause after it. */
function createPause() {
  let end = new AbortController();
  const pause = async () => {
    await sleep(POLL_MS, undefined, { signal: end.signal }).catch(() => {});
    end = new AbortController();
  };
  return { pause, wake: () => end.abort() };
}
