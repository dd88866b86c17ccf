import { AppError, BugError } from '@holdfast/kernel';
import { errorEntry } from './error-catalogue.ts';

export interface ChannelRequest {
  endpoint: '/proxypost' | '/proxyget';
  bUrl: string;
  /** Every call that changes anything carries one. */
  rid: string | undefined;
  pairs: readonly (readonly [string, string])[];
}

/** The BODY of an answer. */
export interface Reply {
  errorCode: number;
  errorMessage: string;
  data: unknown;
}

/** What the call client needs of the secure channel: `channel-web.ts` gives it the real one, tests a fake of the contract. */
export interface Channel {
  /** Throws `ChannelFailure`, or what it cannot help. */
  call: (request: ChannelRequest) => Promise<{ body: string; transmissions: number }>;
  sessionProof: (of: { account: string; device: string; token: string }) => Promise<string> | string;
  serverNow: () => number;
  /** Drops keys and ticket (sign-out). */
  forget: () => void;
}

/** A call that got no answer, already under its name in the catalogue. */
export class ChannelFailure extends Error {
  readonly error: AppError;
  /** How often the call has left the device. Each of them may have arrived. */
  readonly transmissions: number;

  constructor(error: AppError, transmissions: number) {
    super(error.message, { cause: error });
    this.error = error;
    this.transmissions = transmissions;
  }
}

/** Any throw below the call client as the error that leaves it. A bug stays a bug. */
export function toChannelFailure(cause: unknown): { error: AppError; transmissions: number } {
  if (cause instanceof ChannelFailure) return cause;
  if (cause instanceof AppError && errorEntry(cause.code)) return { error: cause, transmissions: 0 };
  if (cause instanceof BugError) throw cause;
  const detail = cause instanceof Error ? cause.message : String(cause);
  return { error: new AppError('CONNECTION_FAILED', { detail }, { cause }), transmissions: 1 };
}
