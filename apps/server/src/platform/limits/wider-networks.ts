import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import { pour } from './buckets.store.ts';
import type { Limit } from './limits.ts';
import { networkBuckets } from './networks.ts';

/**
 * Counts a call of a limit by address in the networks around the smallest one, which the limiter counts: somebody with a /48 has 65,536 of
 * those. Throws RATE_LIMITED.
 */
export async function assertWiderNetworks(
  db: Database,
  name: string,
  { points, seconds }: Limit,
  address: string,
): Promise<void> {
  const [, ...wider] = networkBuckets(`calls ${name}`, address, { capacity: points, drainSeconds: seconds });
  if (wider.length === 0) return;
  const { fits, waitSeconds } = await pour(db, wider);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
}
