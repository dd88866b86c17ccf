/** How the native shell says that nothing came back: -6 without a network, -1 without the proxy, anything else with its details. */
export class NetworkFailure extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The network as the app uses it: one POST, and one POST whose answer goes on. */
export interface Network {
  /** Posts a body and reads the whole answer; rejects when there is no connection or `signal` fires; a native shell with `NetworkFailure`. */
  post: (
    endpoint: string,
    body: string,
    signal: AbortSignal,
  ) => Promise<{ status: number; text: string; retryAfter: string | null }>;
  /** Posts a body and hands over the answer's text as it arrives. */
  openStream: (
    endpoint: string,
    body: string,
    signal: AbortSignal,
  ) => Promise<{ status: number; contentType: string; chunks: AsyncIterable<string> }>;
  isOnline: () => boolean;
  /** Tells when the device finds or loses its network. */
  onChange: (listener: () => void) => void;
}
