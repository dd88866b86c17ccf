import type { Database } from '#platform/db/db.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { readOutboxState } from './delivery.store.ts';

/** Says how far relay and carriers are behind. */
export async function measureOutbox(
  db: Database,
  metrics: Metrics,
  carriers: readonly string[],
): Promise<void> {
  const state = await readOutboxState(db, carriers);
  metrics.set('holdfast_outbox_lag_seconds', state.hintsSeconds, { carrier: 'streams' });
  for (const { carrier, waitingSeconds, failingLanes, deadLetters } of state.carriers) {
    metrics.set('holdfast_outbox_lag_seconds', waitingSeconds, { carrier });
    metrics.set('holdfast_failing_lanes', failingLanes, { carrier });
    metrics.set('holdfast_dead_letters', deadLetters, { carrier });
  }
}
