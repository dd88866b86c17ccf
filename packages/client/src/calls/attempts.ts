import type { AppError } from '@holdfast/kernel';
import { errorEntry } from './error-catalogue.ts';

/** Something a person did that failed, and stands as it was typed. */
export interface Attempt {
  /** Does the same again, under the same idempotency key. Absent where the person has to type something again: a secret, a code. */
  readonly retry: (() => void) | undefined;
}

const attempts = new WeakMap<AppError, Attempt>();

/** Their texts say how long to wait: the same at once is refused again. */
const TO_WAIT: readonly string[] = ['RATE_LIMITED', 'MAINTENANCE'];

/** Only what may have happened, or could not be asked, is worth the same again: a refusal stays one. */
function mayRetry({ code }: AppError): boolean {
  return errorEntry(code)?.retry === 'same-rid' && !TO_WAIT.includes(code);
}

/** Notes what the error came from, for whoever shows it. */
export function noteAttempt(error: AppError, retry: (() => void) | undefined): void {
  attempts.set(error, { retry: mayRetry(error) ? retry : undefined });
}

/** What the person did; undefined for what happened behind the screens. */
export function attemptOf(error: AppError): Attempt | undefined {
  return attempts.get(error);
}
