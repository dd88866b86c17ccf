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

/**
 * A refused proof: it says that this caller has not shown who they are, and nothing of the command. It is never the command's answer, so
 * that the right proof continues the same command.
 */
export class RefusedProof extends AppError<WireErrorName> {}

/** Throws what `work` refuses as a refused proof. */
export async function asProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusal(error)) throw new RefusedProof(error.code, error.data, { cause: error });
    throw error;
  }
}

/** A named refusal of the command: final, and stored under the RID. After anything else a retry with the same RID may succeed. */
export function isRefusal(error: unknown): error is WireError {
  return isWireError(error) && !(error instanceof RefusedProof) && ERRORS[error.code].retry !== 'same-rid';
}

/** Says that there is no session any more. */
export function endsSession(error: unknown): error is WireError {
  return isWireError(error) && ERRORS[error.code].signsOut;
}

/** The wire form of a named error. The types of its data were checked where it was thrown. */
export const replyOf = ({ code, data }: WireError): ErrorReply => wireError(code, data as never);

/** Builds the BODY of a success. The output schema is the allow-list of fields; data that does not fit it is a bug of ours. */
export function okBody(call: Call, data: unknown): string {
  return JSON.stringify({ errorCode: 0, errorMessage: '', data: call.schemas?.output.parse(data) });
}

/** The wire form of anything thrown. Unknown errors get a generic code and a fault id; their text stays in the log. */
function failureOf(error: unknown, log: Log, bUrl: string): ErrorReply {
  if (isWireError(error)) {
    if (ERRORS[error.code].report) log.warn({ code: error.code, bUrl }, 'a call failed with a named fault');
    return replyOf(error);
  }
  if (isDatabaseDown(error)) {
    log.error({ err: error, bUrl }, 'the database did not answer');
    return wireError('DATABASE_UNAVAILABLE');
  }
  const faultId = randomUUID().slice(0, 8);
  log.error({ err: error, bUrl, faultId }, 'a call failed');
  return wireError('FAULT', { faultId });
}

/** Builds the BODY of a failure. */
export function errorBody(error: unknown, log: Log, bUrl: string): string {
  return JSON.stringify(failureOf(error, log, bUrl));
}

/**
 * Builds the BODY of a failure that is not stored as a command's answer. `open` tells the client that the outcome of the command is as
 * unknown as before: an earlier transmission may be running.
 */
export function openErrorBody(error: unknown, log: Log, bUrl: string): string {
  const failure = failureOf(error, log, bUrl);
  return JSON.stringify({ ...failure, data: { ...failure.data, open: true } });
}
