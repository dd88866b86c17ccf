import { lookup as resolveName } from 'node:dns';
import { request as requestPlain, type ClientRequest } from 'node:http';
import { Agent, request as requestTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Outcome } from '#platform/outbox/carrier.ts';
import { isPublicAddress } from './public-address.ts';

const TIMEOUT_MS = 10_000;
/** Shorter than a whole exchange may take: what cannot be connected to is told apart from what does not answer. */
const CONNECT_MS = 5000;
/** No answer that is read is longer. */
const ANSWER_BYTES_MAX = 16 * 1024;

export interface OutwardAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface OutwardRequest {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
  readonly signal?: AbortSignal | undefined;
}

export type Outward = (url: string, request: OutwardRequest) => Promise<OutwardAnswer>;

/** The request was not made: the address is one that we do not speak to. */
export class OutwardRefusedError extends Error {
  override readonly name = 'OutwardRefusedError';
}

/** There is no connection to the service, so nothing that was sent can be the reason. */
export class OutwardUnreachableError extends Error {
  override readonly name = 'OutwardUnreachableError';
  /** What kept it from connecting, such as `ECONNREFUSED`. */
  readonly reason: string;
  constructor(cause: Error) {
    super('no connection', { cause });
    const { code } = cause as NodeJS.ErrnoException;
    this.reason = typeof code === 'string' ? code : cause.name;
  }
}

type Resolve = typeof resolveName;

/**
 * Resolves a name to its public addresses alone. It is the connection's own look-up, so the addresses that are checked are those that are
 * connected to: a name that answers differently the second time (DNS rebinding) gains nothing.
 */
function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const publicOnes = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = publicOnes;
      if (!first) return done(new OutwardRefusedError('the name has no public address'), '', 0);
      if (options.all) return done(null, publicOnes);
      return done(null, first.address, first.family);
    });
}

export interface OutwardParts {
  /** An origin without TLS on this machine, for tests. */
  readonly testOrigin?: string | undefined;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
  readonly connectMs?: number;
}

/**
 * Names what goes wrong while a request connects. A connection that is kept is none that fails to be made, and neither is one that waits for its
 * turn.
 */
function watchConnecting(sent: ClientRequest, connectMs: number): (error: Error) => Error {
  let isConnecting = false;
  sent.on('socket', (socket) => {
    if (sent.reusedSocket || !socket.connecting) return;
    isConnecting = true;
    const timer = setTimeout(() => sent.destroy(new Error('timed out')), connectMs);
    const done = () => {
      isConnecting = false;
      clearTimeout(timer);
    };
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', done);
    sent.once('close', () => clearTimeout(timer));
  });
  return (error) =>
    isConnecting && !(error instanceof OutwardRefusedError) ? new OutwardUnreachableError(error) : error;
}

/**
 * Posts to addresses that somebody else has named: https at its own port, public addresses only, no redirects, with a bound on time and on
 * what is read. Node's `fetch` cannot be given a look-up, hence its older sibling.
 */
export function createOutward({
  testOrigin,
  resolve = resolveName,
  timeoutMs = TIMEOUT_MS,
  connectMs = CONNECT_MS,
}: OutwardParts): Outward {
  const agent = new Agent({ keepAlive: true, maxSockets: 20, timeout: timeoutMs });
  const lookup = publicLookup(resolve);
  return (url, { headers, body, signal }) => {
    const { protocol, port, hostname, username, password, origin } = new URL(url);
    const isTest = origin === testOrigin;
    const isOpen = protocol === 'https:' && port === '' && username === '' && password === '';
    // Node connects to an address that is written out without a look-up.
    if (!isTest && (!isOpen || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0))
      return Promise.reject(new OutwardRefusedError('not a public https address'));
    const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, signal };
    return new Promise((done, failed) => {
      const sent = isTest ? requestPlain(url, options) : requestTls(url, { ...options, agent, lookup });
      // Of the whole exchange: a service that sends a byte now and then holds nothing up.
      const timer = setTimeout(() => sent.destroy(new Error('timed out')), timeoutMs);
      sent.on('close', () => clearTimeout(timer));
      const named = watchConnecting(sent, connectMs);
      sent.on('error', (error) => failed(named(error)));
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > ANSWER_BYTES_MAX) sent.destroy(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        response.on('error', failed);
        response.on('end', () => {
          const { statusCode: status = 0, headers: given } = response;
          done({ status, headers: given, text: Buffer.concat(chunks).toString('utf8') });
        });
      });
      sent.end(body);
    });
  };
}

/** A name that nobody has: one that a member has made up below a listed one, or the service's own. */
const NO_SUCH_NAME = 'ENOTFOUND';

/**
 * What came of a request that was not answered. Only what kept it from connecting is the service's; a connection that broke, or an answer without
 * end, may be due to this address. The kind of the failure alone: an error's text may quote the address.
 */
export function outcomeOfFailure(error: unknown): Outcome {
  if (error instanceof OutwardRefusedError) return { is: 'refused', reason: error.name };
  if (error instanceof OutwardUnreachableError)
    return { is: error.reason === NO_SUCH_NAME ? 'failed' : 'down', reason: error.reason };
  const { code } = error as NodeJS.ErrnoException;
  const kind = error instanceof Error ? error.name : typeof error;
  return { is: 'failed', reason: typeof code === 'string' ? code : kind };
}

/** `Retry-After`, in seconds or as a date. */
export function retryAfterOf({ headers }: OutwardAnswer, now: Date): { retrySeconds?: number } {
  const { 'retry-after': given } = headers;
  if (typeof given !== 'string') return {};
  const seconds = /^\d{1,9}$/.test(given) ? Number(given) : (Date.parse(given) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? { retrySeconds: Math.max(Math.ceil(seconds), 1) } : {};
}
