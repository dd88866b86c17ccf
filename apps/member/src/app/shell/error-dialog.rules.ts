import { ERRORS, isErrorName } from '@holdfast/contract';
import type { AppError } from '@holdfast/kernel';

/**
 * Whether the dialog offers 關閉, and so waits to be read (spec 4). A connection that stumbled explains itself and may go by
 * itself; a refusal, or the end of a session, is something a member has to have seen.
 */
export function asksToClose(error: AppError): boolean {
  if (!isErrorName(error.code)) return true;
  const { from, signsOut, retry } = ERRORS[error.code];
  return signsOut || from === 'server' || retry === 'never';
}
