/** The server's end over node:crypto: the one place that holds ticket keys and the sessions a node remembers. */
import { assert } from '@holdfast/kernel';
import { printAnswer, sealAnswer, type SealedError } from './answer.ts';
import type { Bytes } from './bytes.ts';
import type { ExchangeAnswer } from './exchange.ts';
import { importTicketKeys, type RawTicketKeys, type SecretServerKey } from './exchange-answerer.ts';
import { createExchangePool, type ExchangeLimits } from './exchange-pool.ts';
import type { Endpoint } from './limits.ts';
import { nodePrimitives as p } from './primitives/node.ts';
import { SEAL_KEY_LENGTH } from './seal.ts';
import { openRequest, type OpenedOutcome, type OpenedRequest } from './server-request.ts';
import { SessionMemory } from './sessions.ts';
import { runSync } from './step.ts';
import { createStreamSealer } from './stream.ts';
import { ticketEpoch } from './ticket.ts';

/** A raw body: the bytes as received, or a text with one character per byte. */
export type RawBody = Uint8Array | string;

export interface ChannelServerOptions {
  /** The pairs whose public halves clients may have pinned: current first, then next. */
  readonly serverKeys: readonly SecretServerKey[];
  /** Sessions whose keys and sequence windows this node keeps at hand; about 4 KB each. */
  readonly sessionsMax?: number;
  /** One thread and 64 waiting, unless told otherwise. */
  readonly exchanges?: ExchangeLimits;
}

export interface OpenInput {
  readonly endpoint: Endpoint;
  readonly body: RawBody;
  readonly now: number;
  readonly isRevoked?: (sid: string) => boolean;
}

/** A server's time in milliseconds and the raw JSON of a reply. */
export interface AnswerInput {
  readonly now: number;
  readonly body: string;
}

export interface ChannelServer {
  /** The hours' keys, 64 bytes each, in place of those given before; the caller's bytes are left alone. */
  setTicketKeys(keys: RawTicketKeys): void;
  /** POST /proxyconfig. `'busy'` asks for a 503 with Retry-After. Rejects when the hour of `now` has no key. */
  answerExchange(body: RawBody, now: number): Promise<ExchangeAnswer | { readonly kind: 'busy' }>;
  openRequest(input: OpenInput): OpenedOutcome;
  sealAnswer(request: Pick<OpenedRequest, 'reply'>, answer: AnswerInput): string;
  sealError(request: Pick<OpenedRequest, 'reply'>, error: SealedError): string;
  /** A sealer of this request's stream; each call gives the data of the next event. */
  openStream(request: Pick<OpenedRequest, 'reply'>): { seal(frame: AnswerInput): string };
  /** Sessions at hand, for a gauge. */
  readonly sessions: number;
  /** Ends the threads of the exchange. Idle ones do not keep the process alive anyway. */
  close(): Promise<void>;
}

/** A decoder would swallow a byte order mark or merge broken bytes; latin1 shows each byte to the grammar. */
function bytesAsText(body: RawBody): string {
  if (typeof body === 'string') return body;
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
}

/** A new ticket key: 64 random bytes, one for each hour, shared by the nodes. */
export function makeTicketKey(): Bytes {
  return p.randomBytes(SEAL_KEY_LENGTH);
}

const never = (): boolean => false;

export function createChannelServer(options: ChannelServerOptions): ChannelServer {
  const { serverKeys, sessionsMax = 20_000, exchanges = { threads: 1, waiting: 64 } } = options;
  assert(new Set(serverKeys.map(({ kid }) => kid)).size === serverKeys.length, 'two server keys share a kid');
  const memory = new SessionMemory(sessionsMax);
  const pool = createExchangePool(serverKeys, exchanges);

  return {
    setTicketKeys(keys) {
      memory.setTicketKeys(importTicketKeys(keys));
      pool.setTicketKeys(keys);
    },

    async answerExchange(body, now) {
      assert(memory.ticketKey(ticketEpoch(now)), 'the hour has no ticket key');
      const answer = await pool.answer(bytesAsText(body), now);
      return answer === 'busy' ? { kind: 'busy' } : answer;
    },

    openRequest({ endpoint, body, now, isRevoked = never }) {
      return runSync(openRequest(p, { memory, now, isRevoked }, { endpoint, body: bytesAsText(body) }));
    },

    sealAnswer: ({ reply }, { now, body }) => runSync(sealAnswer(p, reply, printAnswer(now, body))),
    sealError: ({ reply }, error) => runSync(sealAnswer(p, reply, error)),

    openStream({ reply }) {
      const sealer = createStreamSealer(p, reply);
      return { seal: (frame) => runSync(sealer.seal(frame)) };
    },

    get sessions() {
      return memory.size;
    },

    close: () => pool.close(),
  };
}
