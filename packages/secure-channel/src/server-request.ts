/**
 * The server's checks of one request, steps 2 to 10, in order: the first failure ends it. A structure error depends on public bytes only
 * and has its own answer (ERROR003). Everything that depends on a key, a clock or stored state has one answer (ERROR001), because any
 * difference would be an oracle. Decryption happens only after the tag was verified.
 */
import { sealAnswer, type Reply } from './answer.ts';
import { toHex, type Bytes } from './bytes.ts';
import { hashDevice } from './identity.ts';
import { CHANNEL, METHODS, type Endpoint, type Method } from './limits.ts';
import type { Primitives } from './primitives/port.ts';
import { openPld, readEnvelope, replyTo, type Envelope } from './request.ts';
import { SequenceWindow } from './seq-window.ts';
import { deriveSessionKeys } from './session-keys.ts';
import type { ServerSession, SessionMemory } from './sessions.ts';
import type { Step } from './step.ts';
import { parseRequestText, type RequestText } from './text.ts';
import { epochOfTicket, openTicket } from './ticket.ts';

/** A request that has passed all checks of the channel. */
export interface OpenedRequest extends RequestText {
  readonly method: Method;
  readonly endpoint: Endpoint;
  readonly bUrl: string;
  /** SHA-256 of the device identity, 64 hex characters. */
  readonly deviceHash: string;
  /** The session's id, 32 hex characters: what a revocation names. */
  readonly sid: string;
  readonly seq: bigint;
  readonly sentAt: number;
  readonly expiresAt: number;
  /** What answers are sealed with; opaque. */
  readonly reply: Reply;
}

/** Why a request was refused: for metrics, never for the wire. */
export type RequestRefusal =
  | 'structure'
  | 'ticket-hour'
  | 'ticket-key'
  | 'ticket'
  | 'expired'
  | 'revoked'
  | 'time'
  | 'device'
  | 'seal'
  | 'replay';

export type OpenedOutcome =
  | { readonly kind: 'refused'; readonly text: 'ERROR001' | 'ERROR003'; readonly reason: RequestRefusal }
  | { readonly kind: 'refused-sealed'; readonly text: string; readonly reason: 'text' }
  | { readonly kind: 'opened'; readonly request: OpenedRequest };

export interface RequestContext {
  readonly memory: SessionMemory;
  readonly now: number;
  /** Whether the session with this id was revoked. */
  readonly isRevoked: (sid: string) => boolean;
}

function refused(reason: RequestRefusal): OpenedOutcome {
  return { kind: 'refused', text: reason === 'structure' ? 'ERROR003' : 'ERROR001', reason };
}

/** Step 4: the session of a ticket, from this node's memory or from the ticket itself. */
function* findSession(
  p: Primitives,
  { memory, now }: RequestContext,
  ticket: Bytes,
): Step<ServerSession | RequestRefusal> {
  const key = memory.keyOf(ticket, now);
  if (key === 'hour') return 'ticket-hour';
  if (key === 'unknown') return 'ticket-key';
  // The cache key is the whole ticket, so a ticket with a changed bit misses the cache and fails the tag check.
  const name = p.toBase64Url(ticket);
  const known = memory.find(name);
  if (known) return known;
  const content = yield* openTicket(p, key, ticket);
  if (!content) return 'ticket';
  const { deviceHash, expiresAt, secret } = content;
  const keys = yield* deriveSessionKeys(p, secret);
  const session: ServerSession = {
    ...keys,
    sidText: toHex(keys.sid),
    deviceHash: toHex(deviceHash),
    expiresAt,
    epoch: epochOfTicket(ticket),
    window: new SequenceWindow(),
    device: undefined,
  };
  memory.remember(name, session);
  return session;
}

/** Steps 5 to 7. */
function judgeSession(
  { now, isRevoked }: RequestContext,
  { session, envelope }: { session: ServerSession; envelope: Envelope },
): RequestRefusal | undefined {
  if (session.expiresAt < now) return 'expired';
  if (isRevoked(session.sidText)) return 'revoked';
  if (Math.abs(now - envelope.sentAt) > CHANNEL.timeWindowMs) return 'time';
  // Neither side is secret: DEV_ID travels in the clear.
  return envelope.deviceHash === session.deviceHash ? undefined : 'device';
}

/** Step 10: parses the text and checks that it names the device whose hash the outer body has. */
function* readText(p: Primitives, plain: Bytes, session: ServerSession): Step<RequestText | undefined> {
  if (plain.length > CHANNEL.textBytesMax) return undefined;
  const decoded = p.decodeUtf8(plain);
  const text = decoded === undefined ? undefined : parseRequestText(decoded);
  if (!text) return undefined;
  if (text.device === session.device) return text;
  if ((yield* hashDevice(p, text.device)) !== session.deviceHash) return undefined;
  // A copy: a substring would keep the whole request in memory as long as the session is cached.
  session.device = p.decodeUtf8(p.utf8(text.device));
  return text;
}

/** Opens one transmission. `body` is the raw body, one character per byte. */
export function* openRequest(
  p: Primitives,
  context: RequestContext,
  { endpoint, body }: { endpoint: Endpoint; body: string },
): Step<OpenedOutcome> {
  const envelope = readEnvelope(p, endpoint, body);
  if (!envelope) return refused('structure');
  const session = yield* findSession(p, context, envelope.ticket);
  if (typeof session === 'string') return refused(session);
  const fault = judgeSession(context, { session, envelope });
  if (fault) return refused(fault);
  const plain = yield* openPld(p, session.toServer, envelope);
  if (!plain) return refused('seal');
  // The sequence number may move the window only now that it is authenticated.
  if (!session.window.accept(envelope.seq)) return refused('replay');
  const reply = yield* replyTo(p, session, envelope);
  const text = yield* readText(p, plain, session);
  if (!text) {
    return { kind: 'refused-sealed', text: yield* sealAnswer(p, reply, 'ERROR003'), reason: 'text' };
  }
  const { bUrl, deviceHash, seq, sentAt } = envelope;
  const { sidText: sid, expiresAt } = session;
  const request = {
    ...text,
    method: METHODS[endpoint],
    endpoint,
    bUrl,
    deviceHash,
    sid,
    seq,
    sentAt,
    expiresAt,
    reply,
  };
  return { kind: 'opened', request };
}
