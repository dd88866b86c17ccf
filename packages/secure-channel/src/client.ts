/**
 * The client's policy for the channel of one device: one exchange at a time, retries, timeouts, and what a failure means. It has no
 * network and no clock of its own; the app provides both and turns failures into dialogs. Keys and tickets stay in memory.
 */
import type { CallInput } from './client-session.ts';
import { ChannelError, type ChannelFailure, type LocalCode } from './channel-error.ts';
import { parsePin, type PinText } from './identity.ts';
import type { Pin } from './exchange.ts';
import { CHANNEL } from './limits.ts';
import type { Answer } from './answer.ts';
import type { Primitives } from './primitives/port.ts';
import { openExchange, type SealedRequest, type Session } from './session.ts';

export interface PostResult {
  readonly status: number;
  readonly text: string;
  /** The Retry-After header, when there is one. */
  readonly retryAfter?: string | null | undefined;
}

/** What the app provides to the channel. */
export interface ChannelPorts {
  /** Posts a body and reads the whole answer; rejects when there is no connection, or when `signal` fires. */
  post(endpoint: string, body: string, signal: AbortSignal): Promise<PostResult>;
  /** Milliseconds of this device's clock, right or wrong. */
  now(): number;
  /** Resolves after `ms`. When `signal` fires it settles at once, either way, and lets its timer go. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface ChannelClientOptions {
  /** The server keys of the build: current first. */
  readonly pins: readonly PinText[];
  /** The device identity, 16 hex characters. */
  readonly device: string;
  readonly ports: ChannelPorts;
  readonly primitives: Primitives;
}

/** A reply, authentic and meant for this call. */
export interface CallAnswer {
  /** Raw JSON. */
  readonly body: string;
  readonly serverTime: number;
  /** How often the call was sent. Above one, a sign-out code does not say whether the first transmission was executed. */
  readonly transmissions: number;
}

export interface StreamRequest extends SealedRequest {
  readonly endpoint: '/proxystream';
  /** When the ticket, and with it the stream, ends, in milliseconds of the server's clock. */
  readonly expiresAt: number;
  /** Call it when the answer was ERROR001: it pauses and runs a new exchange; then prepare a new stream. */
  renew(): Promise<void>;
}

const LOCAL_CODES: Readonly<Record<string, LocalCode>> = {
  ERROR001: '001',
  ERROR002: '002',
  ERROR003: '003',
};
const EXCHANGE = '/proxyconfig';

/** Parses the Retry-After of a 503, in milliseconds; undefined if it is missing or too long to wait for. */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (!header || !/^\d{1,5}$/.test(header)) return undefined;
  const ms = Number(header) * 1_000;
  return ms <= CHANNEL.timeoutMs ? ms : undefined;
}

function failure(
  kind: ChannelFailure['kind'],
  endpoint: string,
  more: Partial<ChannelFailure> = {},
): ChannelError {
  return new ChannelError({ kind, endpoint, sealed: false, transmissions: 0, ...more });
}

function plainError(endpoint: string, text: string): ChannelError {
  return failure('unstable', endpoint, { localCode: LOCAL_CODES[text] });
}

export class ChannelClient {
  readonly #ports: ChannelPorts;
  readonly #primitives: Primitives;
  readonly #device: string;
  #pins: readonly Pin[];
  #session: Session | undefined;
  #exchanging: Promise<Session> | undefined;
  #clockOffsetMs = 0;
  /** Incremented by `forget`, so that an exchange that is running at sign-out installs nothing afterwards. */
  #generation = 0;

  constructor({ pins, device, ports, primitives }: ChannelClientOptions) {
    this.#pins = pins.map(parsePin);
    this.#device = device;
    this.#ports = ports;
    this.#primitives = primitives;
  }

  /** The server's clock as the last exchange showed it; this device's own before the first. */
  serverNow(): number {
    return this.#ports.now() + this.#clockOffsetMs;
  }

  /** Drops keys and ticket: at sign-out. */
  forget(): void {
    this.#generation += 1;
    this.#session = undefined;
    this.#exchanging = undefined;
  }

  /** Runs the exchange ahead of time, so that the first call need not wait for it. */
  async prepare(): Promise<void> {
    await this.#ready();
  }

  /** Sends a call and opens its answer. Rejects with a `ChannelError`, or a RangeError for what the channel cannot carry. */
  async call(input: CallInput, signal?: AbortSignal): Promise<CallAnswer> {
    const progress = { transmissions: 0 };
    try {
      return await this.#converse(input, { progress, signal });
    } catch (error) {
      throw error instanceof ChannelError ? error.after(progress.transmissions) : error;
    }
  }

  /** Seals the request of a stream; the app posts it and reads the events. */
  async prepareStream(
    input: Omit<CallInput, 'endpoint' | 'rid'>,
    signal?: AbortSignal,
  ): Promise<StreamRequest> {
    const endpoint = '/proxystream';
    const session = await withdrawable(this.#ready(), { signal, endpoint });
    const sealed = await session.sealRequest({ ...input, endpoint, now: this.#ports.now() });
    const renew = async (): Promise<void> => void (await this.#renew(session));
    return { ...sealed, endpoint, expiresAt: session.expiresAt, renew };
  }

  async #converse(
    input: CallInput,
    { progress, signal }: { progress: { transmissions: number }; signal: AbortSignal | undefined },
  ): Promise<CallAnswer> {
    const { endpoint } = input;
    const mayRetry = { session: true, busy: true };
    let session = await withdrawable(this.#ready(), { signal, endpoint });
    for (;;) {
      const sealed = await session.sealRequest({ ...input, now: this.#ports.now() });
      progress.transmissions += 1;
      const result = await this.#post(endpoint, sealed.body, signal);
      const pauseMs = result.status === 503 && mayRetry.busy ? parseRetryAfter(result.retryAfter) : undefined;
      if (pauseMs !== undefined) {
        mayRetry.busy = false;
        await withdrawable(this.#ports.sleep(pauseMs, signal), { signal, endpoint });
        session = await withdrawable(this.#ready(), { signal, endpoint });
      } else if (result.status !== 200) {
        throw failure('http-status', endpoint, { status: result.status });
      } else if (result.text === 'ERROR001' && mayRetry.session) {
        mayRetry.session = false;
        session = await withdrawable(this.#renew(session), { signal, endpoint });
      } else {
        return { ...(await readAnswer(sealed, endpoint, result.text)), ...progress };
      }
    }
  }

  /** The session to seal with: the current one, or the result of the shared running exchange. */
  #ready(): Promise<Session> {
    const session = this.#session;
    const now = this.serverNow();
    if (!session || now >= session.expiresAt) return this.#exchange(0);
    if (now >= session.expiresAt - CHANNEL.renewAheadMs) {
      // The current session is still valid; if this exchange fails, the next call retries it.
      this.#exchange(0).catch(() => undefined);
    }
    return Promise.resolve(session);
  }

  /** After ERROR001: a pause and a new exchange, shared by all calls that failed in the same session. */
  #renew(failed: Session): Promise<Session> {
    if (this.#session === failed) this.#session = undefined;
    return this.#session ? Promise.resolve(this.#session) : this.#exchange(CHANNEL.retryPauseMs);
  }

  #exchange(pauseMs: number): Promise<Session> {
    if (this.#exchanging) return this.#exchanging;
    const exchanging = this.#runExchange(pauseMs).finally(() => {
      if (this.#exchanging === exchanging) this.#exchanging = undefined;
    });
    this.#exchanging = exchanging;
    return exchanging;
  }

  async #runExchange(pauseMs: number): Promise<Session> {
    const generation = this.#generation;
    if (pauseMs > 0) await this.#ports.sleep(pauseMs);
    for (const pin of this.#pins) {
      const session = await this.#tryPin(pin);
      if (!session) continue;
      if (generation !== this.#generation) throw failure('aborted', EXCHANGE);
      this.#session = session;
      this.#clockOffsetMs = session.clockOffsetMs;
      // The pin that worked is tried first from now on, the other one once when it fails.
      this.#pins = [pin, ...this.#pins.filter((other) => other !== pin)];
      return session;
    }
    throw plainError(EXCHANGE, 'ERROR003');
  }

  /** Undefined if the server does not know this pin (ERROR003): the caller may retry with the other pin. */
  async #tryPin(pin: Pin): Promise<Session | undefined> {
    const pending = await openExchange(this.#primitives, {
      pin,
      device: this.#device,
      now: this.#ports.now(),
    });
    let sentAt = this.#ports.now();
    let result = await this.#post(EXCHANGE, pending.body);
    const pauseMs = result.status === 503 ? parseRetryAfter(result.retryAfter) : undefined;
    if (pauseMs !== undefined) {
      await this.#ports.sleep(pauseMs);
      sentAt = this.#ports.now();
      result = await this.#post(EXCHANGE, pending.body);
    }
    const receivedAt = this.#ports.now();
    if (result.status !== 200) throw failure('http-status', EXCHANGE, { status: result.status });
    if (result.text === 'ERROR003') return undefined;
    if (result.text.startsWith('ERROR')) throw plainError(EXCHANGE, result.text);
    const session = await pending.finish(result.text, { sentAt, receivedAt });
    if (!session) throw failure('network', EXCHANGE);
    return session;
  }

  /** One transmission, with a timeout of 30 seconds. */
  async #post(endpoint: string, body: string, signal?: AbortSignal): Promise<PostResult> {
    const over = new AbortController();
    const withdraw = (): void => over.abort(signal?.reason);
    if (signal?.aborted === true) withdraw();
    signal?.addEventListener('abort', withdraw, { once: true });
    const nothing = (): undefined => undefined;
    const late = this.#ports.sleep(CHANNEL.timeoutMs, over.signal).then(nothing, nothing);
    try {
      const result = await Promise.race([this.#ports.post(endpoint, body, over.signal), late]);
      if (signal?.aborted === true) throw failure('aborted', endpoint, { cause: signal.reason });
      if (!result) throw failure('timeout', endpoint);
      return result;
    } catch (error) {
      if (error instanceof ChannelError) throw error;
      throw failure(signal?.aborted === true ? 'aborted' : 'network', endpoint, { cause: error });
    } finally {
      signal?.removeEventListener('abort', withdraw);
      // Clears the timer, and closes the connection of a post that timed out.
      over.abort();
    }
  }
}

/** Waits for shared work until this caller's signal fires; the work itself continues for the others. */
async function withdrawable<T>(
  work: Promise<T>,
  { signal, endpoint }: { signal: AbortSignal | undefined; endpoint: string },
): Promise<T> {
  if (!signal) return work;
  const settled = new AbortController();
  const withdrawn = new Promise<never>((_, reject) => {
    const withdraw = (): void => reject(failure('aborted', endpoint, { cause: signal.reason }));
    if (signal.aborted) withdraw();
    else signal.addEventListener('abort', withdraw, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([work, withdrawn]);
  } finally {
    settled.abort();
  }
}

async function readAnswer(
  sealed: SealedRequest,
  endpoint: string,
  text: string,
): Promise<Pick<Answer & { kind: 'body' }, 'body' | 'serverTime'>> {
  if (text.startsWith('ERROR')) throw plainError(endpoint, text);
  const answer = await sealed.open(text);
  if (!answer) throw failure('network', endpoint);
  if (answer.kind === 'error') {
    throw failure('unstable', endpoint, { localCode: LOCAL_CODES[answer.error], sealed: true });
  }
  return { body: answer.body, serverTime: answer.serverTime };
}
