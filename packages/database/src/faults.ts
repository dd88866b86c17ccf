import pg from 'pg';

/** No connection to the database, or one that was lost. The statement may have taken effect if it was a whole transaction. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/**
 * A transaction whose commit may or may not have happened. Never retried as it stands: the caller looks up its idempotency key (RID)
 * first.
 */
export class IndeterminateCommitError extends Error {
  override readonly name = 'IndeterminateCommitError';
}

/** A value of a statement that cannot be sent, a bug of ours. Nothing was sent of what was given together with it, a commit neither. */
export class UnsendableValueError extends Error {
  override readonly name = 'UnsendableValueError';
}

/** Transient SQLSTATEs: nothing is wrong with the statement, and a retry can succeed. */
const TRANSIENT = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // shutdown by an administrator
  '57P02', // crash shutdown
  '57P03', // starting up
  '25P03', // idle in transaction timeout
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
]);

/** Whether the caller should be told to retry with the same idempotency key: the outcome may be unknown, and the call itself is fine. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof IndeterminateCommitError) return true;
  return error instanceof Error && 'code' in error && TRANSIENT.has(String(error.code));
}

/** The name of the constraint or unique index that a statement has violated. Its transaction can only be rolled back. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}
