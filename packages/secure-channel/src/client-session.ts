import type { Reply } from './answer.ts';
import type { Bytes } from './bytes.ts';
import {
  beginExchange,
  finishExchange,
  type ExchangedSession,
  type Pin,
  type PendingExchange,
} from './exchange.ts';
import { hashDevice } from './identity.ts';
import type { Endpoint } from './limits.ts';
import type { Primitives } from './primitives/port.ts';
import { sealRequest } from './request.ts';
import type { Step } from './step.ts';
import { isBUrl, printRequestText } from './text.ts';

/** One call as the app words it. */
export interface CallInput {
  readonly endpoint: Endpoint;
  readonly bUrl: string;
  /** The request id; every call that changes anything needs one. */
  readonly rid?: string | undefined;
  readonly pairs?: Readonly<Record<string, string>> | ReadonlyMap<string, string> | undefined;
}

/** When the exchange's message left and its answer came, in milliseconds of the client's clock. */
export interface Timing {
  readonly sentAt: number;
  readonly receivedAt: number;
}

export interface PendingSession extends PendingExchange {
  readonly device: string;
  readonly deviceHash: string;
}

/** The client's end of a session: the two faces drive its steps, one at once and one with promises. */
export class ClientSession {
  readonly device: string;
  readonly deviceHash: string;
  /** Milliseconds of the server's clock. */
  readonly expiresAt: number;
  /** What to add to the client's clock to get the server's. */
  readonly clockOffsetMs: number;
  readonly #keys: ExchangedSession;
  #seq = 0n;

  constructor(keys: ExchangedSession, pending: PendingSession, { sentAt, receivedAt }: Timing) {
    this.device = pending.device;
    this.deviceHash = pending.deviceHash;
    this.expiresAt = keys.expiresAt;
    this.clockOffsetMs = Math.round(keys.serverTime - (sentAt + receivedAt) / 2);
    this.#keys = keys;
  }

  get ticket(): Bytes {
    return this.#keys.ticket;
  }

  /** Seals one transmission at `now` of the client's clock. Each call takes a new number, a resend too. */
  *seal(
    p: Primitives,
    { endpoint, bUrl, rid, pairs = {}, now }: CallInput & { now: number },
  ): Step<SealedCall> {
    if (!isBUrl(bUrl)) throw new RangeError('a path outside the grammar');
    const map = pairs instanceof Map ? pairs : new Map(Object.entries(pairs));
    const text = printRequestText({ device: this.device, rid, pairs: map });
    // Taken before the first pause, so that calls sealed side by side never share a number.
    this.#seq += 1n;
    const { deviceHash } = this;
    const address = { endpoint, bUrl, deviceHash, ticket: this.#keys.ticket, seq: this.#seq };
    return yield* sealRequest(p, this.#keys, { ...address, sentAt: now + this.clockOffsetMs, text });
  }
}

/** What was posted and what its answers are opened with. */
export interface SealedCall {
  readonly body: string;
  readonly reply: Reply;
}

export function* beginSession(
  p: Primitives,
  input: { pin: Pin; device: string; now: number },
): Step<PendingSession | undefined> {
  const pending = yield* beginExchange(p, input);
  if (!pending) return undefined;
  return { ...pending, device: input.device, deviceHash: yield* hashDevice(p, input.device) };
}

export function* finishSession(
  p: Primitives,
  { pending, text, timing }: { pending: PendingSession; text: string; timing: Timing },
): Step<ClientSession | undefined> {
  const keys = yield* finishExchange(p, pending, text);
  return keys && new ClientSession(keys, pending, timing);
}
