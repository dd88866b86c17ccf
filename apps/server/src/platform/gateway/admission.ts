import { appError } from '@holdfast/contract/errors';
import { createFairQueue, OVERLOADED_SECONDS, type FairQueue } from '#platform/queues/fair-queue.ts';

/** What one gateway works on at once, and what waits: nobody can take all its connections, nor all its cores. */
export interface Admission {
  /** Commands in their transactions. Members take turns. */
  readonly transactions: FairQueue;
  /** Calls that hash for whoever asks, before anything else is done for them. Networks take turns. */
  readonly costly: FairQueue;
}

/**
 * The rest of the pool's connections is for reads and for the single statements around a command: whatever row all commands wait for,
 * a read finds a connection.
 */
const TRANSACTIONS = { running: 12, waiting: 400 };
/** One is hashed while the rows of another are read and written. A full queue is about two seconds of hashing on one core. */
const COSTLY = { running: 3, waiting: 64 };

export function createAdmission(): Admission {
  const full = () => appError('OVERLOADED', { seconds: OVERLOADED_SECONDS });
  return {
    transactions: createFairQueue({ ...TRANSACTIONS, full }),
    costly: createFairQueue({ ...COSTLY, full }),
  };
}
