import { needsNoSession } from '@holdfast/contract/calls';
import { appError } from '@holdfast/contract/errors';
import { networksOf } from '#platform/limits/networks.ts';
import { createFairQueue, OVERLOADED_SECONDS, type FairQueue } from '#platform/queues/fair-queue.ts';
import type { CallOptions, Origin } from './call-table.ts';
import type { Route } from './router.ts';

/**
 * What one gateway works on at once, and what waits: nobody can take all its connections, nor all its cores, and whoever has no session takes
 * no place of those who have one.
 */
export interface Admission {
  /** Runs a whole call. One that needs no session waits for its turn before anything is done for it, a read too. Networks take turns. */
  call<T>(asked: Asked, work: () => Promise<T>): Promise<T>;
  /** Commands in their transactions. Members take turns. */
  readonly transactions: {
    readonly members: FairQueue;
    /** For callers without a session, who have waited before the call. */
    readonly anyone: FairQueue;
  };
}

interface Asked {
  readonly route: Pick<Route, 'call'>;
  readonly handled: Pick<CallOptions, 'isCostly'>;
  readonly origin: Pick<Origin, 'address'>;
}

/**
 * Eight together. The rest of the pool's connections is for reads and for the single statements around a command: whatever row all commands
 * wait for, a read finds a connection. With more at once no more are finished: they wait for rows of each other, and for a core
 * (docs/decisions/0231-half-of-the-cores-for-the-database.md).
 */
const TRANSACTIONS = {
  members: { running: 6, waiting: 400 },
  // Of calls that are running, so no more than `CALLS` wait here.
  anyone: { running: 2, waiting: Number.POSITIVE_INFINITY },
};

/** Calls that need no session. */
const CALLS = {
  /** Some milliseconds each: a full queue is about a second. */
  cheap: { running: 4, waiting: 200 },
  /** Those that hash. One is hashed while the rows of another are read and written. A full queue is two or three seconds. */
  costly: { running: 3, waiting: 32 },
};

export function createAdmission(): Admission {
  const full = () => appError('OVERLOADED', { seconds: OVERLOADED_SECONDS });
  const cheap = createFairQueue({ ...CALLS.cheap, full });
  const costly = createFairQueue({ ...CALLS.costly, full });
  return {
    call({ route, handled, origin }, work) {
      if (!needsNoSession(route.call)) return work();
      // Whoever has a wide network has one share all the same.
      return (handled.isCostly ? costly : cheap).run(work, networksOf(origin.address).at(-1));
    },
    transactions: {
      members: createFairQueue({ ...TRANSACTIONS.members, full }),
      anyone: createFairQueue({ ...TRANSACTIONS.anyone, full }),
    },
  };
}
