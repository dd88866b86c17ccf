import type { InboxRow } from '@holdfast/contract/calls';
import { ERRORS, isErrorName } from '@holdfast/contract/errors';
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

/** What nobody's own act has led to: a read behind the screens, or a thing that was found at the start. It can wait while a form is in use. */
const UNASKED: readonly string[] = ['MEMBER_INFO_UNREACHABLE', 'SAFARI_TOO_OLD'];

export function mayWait(error: AppError): boolean {
  return UNASKED.includes(error.code);
}

function endsSession(error: AppError): boolean {
  return isErrorName(error.code) && ERRORS[error.code].signsOut;
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

/** Inbox rows that wait for their dialog, each once and in the order of the inbox, without those that were seen in any tab. */
export function mergeRows(
  waiting: readonly InboxRow[],
  { news = [], seen }: { news?: readonly InboxRow[]; seen: bigint },
): readonly InboxRow[] {
  const bySeq = new Map([...waiting, ...news].map((row) => [row.seq, row]));
  return [...bySeq.values()]
    .filter(({ seq }) => BigInt(seq) > seen)
    .toSorted((a, b) => (BigInt(a.seq) < BigInt(b.seq) ? -1 : 1));
}

/**
 * The safety notices that a device still has to show. One sign-in on another device writes two notices: the session that it ended, and
 * the sign-in. Whoever reads them has signed in again, so only the sign-in is shown.
 */
export function safetyToShow(safety: readonly InboxRow[], answered: bigint): readonly InboxRow[] {
  const signIns = new Set(
    safety.filter(({ type }) => type === 'userNormalLogin').map(({ extra }) => extra['when']),
  );
  return safety.filter(
    ({ seq, type, extra }) =>
      BigInt(seq) > answered && !(type === 'userForcedLogout' && signIns.has(extra['when'])),
  );
}

/**
 * How far the inbox is seen by messages that are not shown from it: up to where something else waits, for an own row behind
 * somebody else's must not take that with it.
 */
export function lastPassed(own: readonly InboxRow[], [first]: readonly InboxRow[]): InboxRow | undefined {
  return own.findLast(({ seq }) => first === undefined || BigInt(seq) < BigInt(first.seq));
}
