import { fail } from '@holdfast/contract/errors';
import type { Database } from '#platform/db/db.ts';
import { pour, type Bucket } from './buckets.store.ts';
import type { Limit } from './limits.ts';
import { networkBuckets } from './networks.ts';

async function pourOrRefuse(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (buckets.length === 0) return;
  const { fits, waitSeconds } = await pour(db, buckets);
  if (!fits) throw fail('RATE_LIMITED', { seconds: waitSeconds });
}

/** Charges one use of `limit` to the networks of an address, on each level. Throws RATE_LIMITED. */
export async function chargeNetworks(db: Database, limit: Bucket, address: string): Promise<void> {
  await pourOrRefuse(db, networkBuckets(limit.name, address, limit));
}

/**
 * Counts a call of a limit by address in the networks around the smallest one, which the limiter counts: somebody with a /48 has 65,536 of
 * those. Throws RATE_LIMITED.
 */
export async function chargeWiderNetworks(
  db: Database,
  name: string,
  { points, seconds }: Limit,
  address: string,
): Promise<void> {
  const [, ...wider] = networkBuckets(`calls ${name}`, address, { capacity: points, drainSeconds: seconds });
  await pourOrRefuse(db, wider);
}
