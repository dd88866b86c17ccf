import { createLines } from './lines.ts';

/** After how long whoever found a queue full may try again: it empties faster. */
export const OVERLOADED_SECONDS = 3;

/** The size of a queue, and what it says to whoever finds it full. */
export interface QueueLimits {
  /** How much runs at once. */
  readonly running: number;
  /** How much more may wait. */
  readonly waiting: number;
  readonly full: () => Error;
}

/**
 * Runs a bounded amount of work at once and lets a bounded amount wait in memory, where waiting costs neither a thread nor a connection.
 * Shares take turns, so who brings much does not hold up who brings little; within a share the first comes first. When all places are
 * taken, the newest of the share that holds the most of them gives way, unless that is the newcomer's own: then the newcomer is refused.
 */
export interface FairQueue {
  run<T>(work: () => Promise<T>, share?: string): Promise<T>;
  /** Whether a newcomer of this share would run, wait, or take another's place. */
  hasRoom(share?: string): boolean;
  readonly isIdle: boolean;
}

interface Waiter {
  readonly go: () => void;
  readonly refuse: (error: Error) => void;
}

export function createFairQueue(limits: QueueLimits): FairQueue {
  let running = 0;
  const lines = createLines<Waiter>(limits);

  async function enter(share: string): Promise<void> {
    if (running < limits.running) {
      running += 1;
      return;
    }
    await new Promise<void>((go, refuse) => lines.add(share, { go, refuse }));
  }

  /** Hands the place to the first of the share whose turn it is, so that no newcomer can take it. */
  function leave(): void {
    const [next] = lines.take(1);
    if (next) next.go();
    else running -= 1;
  }

  return {
    async run(work, share = '') {
      await enter(share);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    hasRoom: (share = '') => running < limits.running || lines.hasRoom(share),
    get isIdle() {
      return running === 0;
    },
  };
}

/** One after the other, and as many wait as come: for keys whose owners cannot bring many. */
export const ONE_AT_A_TIME: QueueLimits = {
  running: 1,
  waiting: Number.POSITIVE_INFINITY,
  full: () => new Error('a queue without an end is never full'),
};

/** A queue of its own for each key, for as long as something runs in it. */
export function createKeyedQueues(
  limits: QueueLimits,
): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, FairQueue>();
  return async (key, work) => {
    const queue = queues.get(key) ?? createFairQueue(limits);
    queues.set(key, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle) queues.delete(key);
    }
  };
}
