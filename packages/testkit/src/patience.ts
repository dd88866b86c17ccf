import type { DatabaseLimits } from '@holdfast/server/src/platform/db/pool.ts';

/** Nearly as long as a test may take: that another program had the core for some seconds must not make a refusal of a right answer. */
export const PATIENCE: DatabaseLimits = {
  acquire: 15_000,
  statement: 18_000,
  lock: 15_000,
  idleInTransaction: 18_000,
};
