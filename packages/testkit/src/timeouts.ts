import type { DatabaseTimeouts } from '@holdfast/database';

/** Nearly as long as a test may take, so that a busy machine does not turn a right answer into a refusal. */
export const TEST_TIMEOUTS: DatabaseTimeouts = {
  connect: 15_000,
  statement: 18_000,
  lock: 15_000,
  idleInTransaction: 18_000,
};
