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

/** Translates what a call has thrown into the error on the wire, in this one place. */

type WireError = AppError<WireErrorName>;

const isWireError = (error: unknown): error is WireError =>
  error instanceof AppError && isWireErrorName(error.code);

/** A named refusal: final, and stored under the RID. A fault is not stored; a retry with the same RID may succeed. */
export function isRefusal(error: unknown): error is WireError {
  return isWireError(error) && error.code !== 'FAULT' && ERRORS[error.code].retry !== 'same-rid';
}

/** The wire form of a named error. The types of its data were checked where it was thrown. */
export const replyOf = ({ code, data }: WireError): ErrorReply => wireError(code, data as never);

/** Builds the BODY of a success. The output schema is the allow-list of fields; data that does not fit it is a bug of ours. */
export function okBody(call: Call, data: unknown): string {
  return JSON.stringify({ errorCode: 0, errorMessage: '', data: call.schemas?.output.parse(data) });
}

/** Builds the BODY of a failure. Unknown errors get a generic code and a fault id; their text stays in the log. */
export function errorBody(error: unknown, log: Log, bUrl: string): string {
  if (isWireError(error)) {
    if (ERRORS[error.code].report) log.warn({ code: error.code, bUrl }, 'a call failed with a named fault');
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
