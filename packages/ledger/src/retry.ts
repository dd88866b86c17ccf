import { setTimeout as sleep } from 'node:timers/promises';

/** serialization_failure and deadlock_detected: the transaction lost a race and nothing of it remains. */
const LOST_RACE = new Set(['40001', '40P01']);
const TRIES_MAX = 5;
const PAUSE_BASE_MS = 5;

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** Whether PostgreSQL undid the whole transaction for reasons that are not its own, so that running it again is right. */
export function isLostRace(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined && LOST_RACE.has(state)) return true;
  // A statement that was prepared before a migration changed its columns: PostgreSQL refuses it once and forgets it.
  return state === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery';
}

export interface RetryOptions {
  /** Uniform in [0, 1): spreads the next tries of those that met. */
  readonly random?: () => number;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Runs `work`, a whole transaction, until it loses no race: at most 5 times, after pauses that double and vary, so that two that
 * met do not meet again. The last error goes to the caller. Errors of any other kind go at once.
 */
export async function withRetry<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { random = spread, pause = sleep } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES_MAX || !isLostRace(error)) throw error;
      await pause(PAUSE_BASE_MS * 2 ** tries * (0.5 + random()));
    }
  }
}

function spread(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}
