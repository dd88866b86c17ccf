/** The network as the app uses it: one POST, and one POST whose answer goes on. */
export interface Network {
  /** Posts a body and reads the whole answer; rejects when there is no connection or `signal` fires. */
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
}
