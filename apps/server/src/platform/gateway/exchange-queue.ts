import { networksOf } from '#platform/limits/networks.ts';
import type { KnownNetworks } from '#platform/limits/known-networks.ts';
import { createFairQueue } from '#platform/queues/fair-queue.ts';
import { createPace, type PaceLimits } from '#platform/queues/pace.ts';

/** Who gets the next exchange. It costs 1.6 ms of a core, and whoever asks for one has shown nothing yet. */
export interface ExchangeQueue {
  /** Whether somebody from `address` would get a place: for a refusal before the body is read. */
  hasRoom(address: string): boolean;
  /** Does `work` in its turn, or answers `'busy'`. */
  run<T>(address: string, work: () => Promise<T>): Promise<T | 'busy'>;
}

class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

function createLane(pace: PaceLimits, waiting: number) {
  const paced = createPace(pace);
  // One at a time: the thread that answers is one, and the pace counts one after the other.
  const queue = createFairQueue({ running: 1, waiting, full: () => new NoRoomError() });
  return {
    hasRoom: (share: string | undefined) => queue.hasRoom(share),
    run: <T>(work: () => Promise<T>, share: string | undefined) =>
      queue.run(async () => {
        await paced();
        return work();
      }, share),
  };
}

/**
 * Two lanes, so that strangers from however many networks take nothing from members: a network that a member called from in a session has
 * its own, and the pace of both together leaves half a core to the commands of members. A device exchanges once an hour: 150 in a second
 * are half a million devices.
 */
const MEMBERS = { pace: { burst: 300, perSecond: 150 }, waiting: 128 };
const STRANGERS = { pace: { burst: 30, perSecond: 150 }, waiting: 64 };

/** `processes`: how many share the machine, and so the pace. */
export function createExchangeQueue(known: Pick<KnownNetworks, 'has'>, processes = 1): ExchangeQueue {
  const shareOfPace = ({ burst, perSecond }: PaceLimits): PaceLimits => ({
    burst: Math.ceil(burst / processes),
    perSecond: perSecond / processes,
  });
  const members = createLane(shareOfPace(MEMBERS.pace), MEMBERS.waiting);
  const strangers = createLane(shareOfPace(STRANGERS.pace), STRANGERS.waiting);
  const laneOf = (address: string) => (known.has(address) ? members : strangers);
  // Whoever has a wide network has one share all the same.
  const shareOf = (address: string) => networksOf(address).at(-1);
  return {
    hasRoom: (address) => laneOf(address).hasRoom(shareOf(address)),
    async run(address, work) {
      try {
        return await laneOf(address).run(work, shareOf(address));
      } catch (error) {
        if (error instanceof NoRoomError) return 'busy';
        throw error;
      }
    },
  };
}
