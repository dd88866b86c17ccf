/** How a call failed, in the terms of the app's dialogs. */
export type ChannelErrorKind =
  /** No connection, or an answer that is not from our server: 連線代理伺服器失敗. */
  | 'network'
  /** Timeout after 30 seconds: 連線不穩. */
  | 'timeout'
  /** The server answered ERROR, also to the retry where there is one: 連線不穩 with the local message. */
  | 'unstable'
  /** An HTTP status other than 200: the alert names it and the address. */
  | 'http-status'
  /** The caller aborted the call. */
  | 'aborted';

/** The local messages: 001 session expired, 002 no answer behind the proxy, 003 payload not correct. */
export type LocalCode = '001' | '002' | '003';

export interface ChannelFailure {
  readonly kind: ChannelErrorKind;
  readonly localCode?: LocalCode | undefined;
  readonly status?: number | undefined;
  /** The endpoint that failed; `/proxyconfig` when the exchange did. */
  readonly endpoint: string;
  /** Whether the error was sealed, so that nobody in between can have forged it. */
  readonly sealed: boolean;
  /** How often the call was sent before it failed; zero means never. */
  readonly transmissions: number;
  readonly cause?: unknown;
}

/** A call without an answer. The message is for logs; the app has the texts for people. */
export class ChannelError extends Error {
  override readonly name = 'ChannelError';
  readonly kind: ChannelErrorKind;
  readonly localCode: LocalCode | undefined;
  readonly status: number | undefined;
  readonly endpoint: string;
  readonly sealed: boolean;
  readonly transmissions: number;
  readonly #failure: ChannelFailure;

  constructor(failure: ChannelFailure) {
    const { kind, localCode, status, endpoint } = failure;
    super(`${kind}${(localCode ?? status) ? ` ${localCode ?? status}` : ''} at ${endpoint}`, {
      cause: failure.cause,
    });
    this.#failure = failure;
    this.kind = kind;
    this.localCode = localCode;
    this.status = status;
    this.endpoint = endpoint;
    this.sealed = failure.sealed;
    this.transmissions = failure.transmissions;
  }

  /** The call may or may not have been executed, whatever the error says of this transmission: the RID must be kept for the retry. */
  get outcomeUnknown(): boolean {
    return this.transmissions > 0;
  }

  /** The same failure for another call: an exchange is shared by all calls that wait for it. */
  after(transmissions: number): ChannelError {
    return new ChannelError({ ...this.#failure, transmissions });
  }
}
