import { randomUUID } from 'node:crypto';
import type { Call } from '@holdfast/contract/calls';
import {
  ERRORS,
  isWireErrorName,
  wireError,
  type ErrorReply,
  type WireErrorName,
} from '@holdfast/contract/errors';
import { AppError } from '@holdfast/kernel';
import { isDatabaseDown } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';

/** The one translator from what a call threw to what the wire says. */

type WireError = AppError<WireErrorName>;

const isWireError = (error: unknown): error is WireError =>
  error instanceof AppError && isWireErrorName(error.code);

/** A named refusal: final, remembered under the RID. Faults are not; the same RID may succeed on the next try. */
export function isRefusal(error: unknown): error is WireError {
  return isWireError(error) && error.code !== 'FAULT' && ERRORS[error.code].retry !== 'same-rid';
}

/** What the wire says of an error that has a name. The types of its data were checked where it was made. */
export const replyOf = ({ code, data }: WireError): ErrorReply => wireError(code, data as never);

/** The BODY of a success. The output schema decides what may leave; data that does not fit it is a bug of ours. */
export function okBody(call: Call, data: unknown): string {
  return JSON.stringify({ errorCode: 0, errorMessage: '', data: call.schemas?.output.parse(data) });
}

/** The BODY of a failure. Unknown errors get a generic code and an id; their text stays in the log. */
export function errorBody(error: unknown, log: Log, bUrl: string): string {
  if (isWireError(error)) {
    if (ERRORS[error.code].report) log.warn({ code: error.code, bUrl }, 'a call met a fault');
    return JSON.stringify(replyOf(error));
  }
  if (isDatabaseDown(error)) {
    log.error({ err: error, bUrl }, 'the database did not answer');
    return JSON.stringify(wireError('DATABASE_UNAVAILABLE'));
  }
  const faultId = randomUUID().slice(0, 8);
  log.error({ err: error, bUrl, faultId }, 'a call failed');
  return JSON.stringify(wireError('FAULT', { faultId }));
}
