/** How a call failed, in the terms of the app's dialogs. */
export type ChannelErrorKind =
  /** No connection, or an answer that is none of ours: 連線代理伺服器失敗. */
  | 'network'
  /** Nothing within 30 seconds: 連線不穩. */
  | 'timeout'
  /** The server answered ERROR, after whatever may be tried again has been: 連線不穩 with the local message. */
  | 'unstable'
  /** An HTTP status other than 200: the alert names it and the address. */
  | 'http-status'
  /** The caller withdrew the call. */
  | 'aborted';

/** The local messages: 001 session expired, 002 no answer behind the proxy, 003 payload not correct. */
export type LocalCode = '001' | '002' | '003';

export interface ChannelFailure {
  readonly kind: ChannelErrorKind;
  readonly localCode?: LocalCode | undefined;
  readonly status?: number | undefined;
  /** The endpoint that failed; `/proxyconfig` when the exchange did. */
  readonly endpoint: string;
  /** Whether the error came inside the seal, so that nobody on the way can have forged it. */
  readonly sealed: boolean;
  /** Transmissions of the call itself before it failed; zero means that nothing of it has left. */
  readonly transmissions: number;
  readonly cause?: unknown;
}

/** A call without an answer. The text is for logs; what a person reads is the app's affair. */
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

  /** The server has given its last word on this call: the sealed ERROR003. Its RID ends. */
  get definite(): boolean {
    return this.sealed && this.localCode === '003';
  }

  /** The call may or may not have been carried out: the RID must be kept for the next try. */
  get outcomeUnknown(): boolean {
    return this.transmissions > 0 && !this.definite;
  }

  /** The same failure as one caller met it: an exchange is shared by all calls that wait for it. */
  after(transmissions: number): ChannelError {
    return new ChannelError({ ...this.#failure, transmissions });
  }
}
