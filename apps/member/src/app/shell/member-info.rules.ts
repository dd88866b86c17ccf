import type { ErrorEntry } from '@holdfast/contract/errors';
import type { AppError } from '@holdfast/kernel';

/** Refusals of member info that say nothing about the session: a restart of the database must not sign everybody out (decision 6). */
const PASSING: readonly string[] = [
  'DATABASE_UNAVAILABLE',
  'RATE_LIMITED',
  'MAINTENANCE',
  'OVERLOADED',
  'FAULT',
];

/**
 * What a failed member info asks for (spec 8). Any other errorCode above 0 signs out; a failure of the network, and what is
 * treated like one, is told. The codes that always end a session are dealt with where every call's are.
 */
export function decideMemberInfoFailure(
  error: AppError,
  entry: ErrorEntry | undefined,
): 'sign-out' | 'tell' | 'handled' {
  if (!entry) return 'sign-out';
  if (entry.signsOut) return 'handled';
  return entry.from === 'server' && !PASSING.includes(error.code) ? 'sign-out' : 'tell';
}
