/** The numbers of the wire. Changing one changes the protocol, except where the comment says that it is our own choice. */
export const CHANNEL = {
  version: 1,
  /** "expire 1" of the seed: one hour, absolute, from the exchange. */
  sessionLifeMs: 3_600_000,
  /** The client exchanges anew this long before the end. */
  renewAheadMs: 300_000,
  /** How far the stamp of a request may lie from the server's clock, either way. */
  timeWindowMs: 120_000,
  sequenceWindow: 1_024,
  /** Bytes of one request text before sealing. */
  textBytesMax: 65_536,
  pairsMax: 64,
  exchangeBodyBytesMax: 1_024,
  requestBodyBytesMax: 192 * 1_024,
  /** The client gives up after this; what happened at the server is then unknown. */
  timeoutMs: 30_000,
  /** The pause between ERROR001 and the new exchange. */
  retryPauseMs: 1_000,
} as const;

export type Endpoint = '/proxypost' | '/proxyget' | '/proxystream';
export type Method = 'POST' | 'GET';

/** The METHOD that is authenticated, hence routed by: a stream is a read that goes on. */
export const METHODS: Readonly<Record<Endpoint, Method>> = {
  '/proxypost': 'POST',
  '/proxyget': 'GET',
  '/proxystream': 'GET',
};
