import type { AppError } from '@holdfast/kernel';
import { endsSession, errorEntry } from '@holdfast/client/calls';

/**
 * Whether the dialog offers 關閉, and so waits to be read (spec 4). A connection that stumbled explains itself and may go by
 * itself; a refusal, or the end of a session, is something a member has to have seen.
 */
export function asksToClose(error: AppError): boolean {
  const entry = errorEntry(error.code);
  return !entry || entry.signsOut || entry.from === 'server' || entry.retry === 'never';
}

/** What nobody's own act has led to: a read behind the screens, or a thing that was found at the start. */
const UNASKED: readonly string[] = ['MEMBER_INFO_UNREACHABLE', 'SAFARI_TOO_OLD'];

/**
 * Whether an error waits until the member has done what is at hand: a form that is in use, or the freezing of an account that somebody else
 * has entered. The end of the session leads there; over it, it would only be in the way.
 */
export function mayWait(error: AppError, at: { isInUse: boolean; isAtFreeze: boolean }): boolean {
  return (at.isInUse && UNASKED.includes(error.code)) || (at.isAtFreeze && endsSession(error));
}

function isSame(one: AppError, other: AppError): boolean {
  if (endsSession(one) && endsSession(other)) return true;
  return one.code === other.code && JSON.stringify(one.data) === JSON.stringify(other.data);
}

/**
 * Adds an error to those that wait to be seen. One that waits already is not said twice, and a session ends once: a flood of one
 * kind is one dialog.
 */
export function addError(waiting: readonly AppError[], error: AppError): readonly AppError[] {
  return waiting.some((one) => isSame(one, error)) ? waiting : [...waiting, error];
}

/** Which of them is shown: what has to be read goes before what passes by itself, else in the order they came. */
export function firstError(waiting: readonly AppError[]): AppError | undefined {
  return waiting.find(asksToClose) ?? waiting[0];
}
