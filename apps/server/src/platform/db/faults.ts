import pg from 'pg';

/** No answer from the database: no connection, or one that was lost. The statement may have taken effect if it was a whole transaction. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** A transaction that may be committed and may be not. Never run again as it stands: look by its request id first. */
export class IndeterminateCommitError extends Error {
  override readonly name = 'IndeterminateCommitError';
}

/** SQLSTATEs that blame the moment and not the statement: lost races that were tried often enough, time-outs, a full or stopping server. */
const PASSING = new Set([
  '40001',
  '40P01',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '53100',
  '53200',
  '53300',
]);

/** Whether the caller should hear "try again" with the same request id: the outcome may be unknown, and nothing is wrong with the call. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof IndeterminateCommitError) return true;
  return error instanceof Error && 'code' in error && PASSING.has(String(error.code));
}

/** The constraint or unique index that a statement has broken, by its name. The transaction is good for nothing but a refusal then. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}
