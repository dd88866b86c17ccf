/** How much of one kind of work may be under way and how much may wait behind it. */
export interface GateLimits {
  readonly running: number;
  readonly waiting: number;
}

export interface Gate {
  /** Runs the work in its turn; `'busy'` at once, without running it, when the queue is full. */
  enter<T>(work: () => Promise<T>): Promise<T | 'busy'>;
}

/** A bounded queue: under a flood the work that is done stays quick, and the rest is turned away instead of piling up. */
export function createGate({ running: runningMax, waiting: waitingMax }: GateLimits): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async enter(work) {
      if (running >= runningMax) {
        if (waiting.length >= waitingMax) return 'busy';
        // Whoever leaves hands its place over, so nobody who comes in between can take it.
        await new Promise<void>((resolve) => waiting.push(resolve));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
