import { setTimeout as sleep } from 'node:timers/promises';

/** serialization_failure and deadlock_detected: the transaction was rolled back because of a concurrent one. */
const RETRYABLE = new Set(['40001', '40P01']);
const TRIES_MAX = 5;
const BACK_OFF_BASE_MS = 5;

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether PostgreSQL rolled the transaction back for a reason that a retry can resolve. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && RETRYABLE.has(state)) return true;
  // A prepared statement whose columns a migration has changed: PostgreSQL refuses it once, then prepares it anew.
  return state === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery';
}

export interface RetryOptions {
  /** Uniform in [0, 1): the jitter of the back-off. */
  readonly random?: () => number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Runs `work`, a whole transaction, and retries it after a deadlock or a serialization failure: at most 5 tries, with exponential back-off
 * and jitter. The last error is thrown; any other error is thrown at once.
 */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { random = uniform, pause = sleep } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES_MAX || !isRetryable(error)) throw error;
      await pause(BACK_OFF_BASE_MS * 2 ** tries * (0.5 + random()));
    }
  }
}

function uniform(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
