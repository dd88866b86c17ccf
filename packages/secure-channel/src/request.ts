import { lp, portable, readU64, u64, type Bytes } from './bytes.ts';
import type { Reply } from './answer.ts';
import { CHANNEL, METHODS, type Endpoint } from './limits.ts';
import type { Primitives } from './primitives/port.ts';
import { isSealedLength, open, seal, sealedLength, type SealKey } from './seal.ts';
import type { SessionKeys } from './session-keys.ts';
import { settled, type Step } from './step.ts';
import { TICKET_LENGTH } from './ticket.ts';

const TICKET_AT = 1;
const SEQUENCE_AT = TICKET_AT + TICKET_LENGTH;
const SENT_AT = SEQUENCE_AT + 8;
const HEADER_LENGTH = SENT_AT + 8;
const LONGEST = HEADER_LENGTH + sealedLength(CHANNEL.textBytesMax);

// Up to the PLD one regular expression, whose parts exclude the separator that follows them, so the match is linear: it settles order,
// uniqueness and character sets before anything is decoded. The PLD's own characters are settled by its strict decoding.
const HEAD = /^\{"DEV_ID":"([0-9a-f]{64})","B_URL":"((?:\/[A-Za-z0-9_-]{1,64}){1,8})","PLD":"/;
const TAIL = '"}';
const PLD_TEXT_SHORTEST = 307;

/** The public part of a request, read but not yet believed. */
export interface Envelope {
  readonly endpoint: Endpoint;
  readonly deviceHash: string;
  readonly bUrl: string;
  readonly pld: Bytes;
  readonly ticket: Bytes;
  readonly seq: bigint;
  /** Milliseconds of server time as the client reckoned it. */
  readonly sentAt: number;
}

/** Steps 2 and 3 of the server's order; undefined is a structure error. `body` is the raw body, one character per byte. */
export function readEnvelope(p: Primitives, endpoint: Endpoint, body: string): Envelope | undefined {
  const match = HEAD.exec(body);
  if (!match || !body.endsWith(TAIL)) return undefined;
  const [head, deviceHash = '', bUrl = ''] = match;
  const text = body.slice(head.length, -TAIL.length);
  const pld = text.length < PLD_TEXT_SHORTEST ? undefined : p.fromBase64Url(text);
  if (!pld || pld[0] !== CHANNEL.version) return undefined;
  if (!isSealedLength(pld.length - HEADER_LENGTH) || pld.length > LONGEST) return undefined;
  return {
    endpoint,
    deviceHash,
    bUrl,
    pld,
    ticket: pld.subarray(TICKET_AT, SEQUENCE_AT),
    seq: readU64(pld, SEQUENCE_AT),
    // Beyond 2^53 the number is inexact, and a billion years outside the time window.
    sentAt: Number(readU64(pld, SENT_AT)),
  };
}

type Address = Pick<Envelope, 'endpoint' | 'deviceHash' | 'bUrl'>;

/** The parts of the context that an endpoint fixes, METHOD and path. */
const ROUTES: Readonly<Record<Endpoint, Bytes>> = {
  '/proxypost': route('/proxypost'),
  '/proxyget': route('/proxyget'),
  '/proxystream': route('/proxystream'),
};

function route(endpoint: Endpoint): Bytes {
  return portable.concat(lp(portable, METHODS[endpoint]), lp(portable, endpoint));
}

/** What the tag of a request covers beside the cipher text: nothing outside it can be moved or exchanged. */
function requestContext(p: Primitives, header: Uint8Array, { endpoint, deviceHash, bUrl }: Address): Bytes {
  return p.concat(header, ROUTES[endpoint], lp(p, deviceHash), lp(p, bUrl));
}

/** Step 8: the request's text as bytes, or undefined for every kind of failure. */
export function openPld(p: Primitives, key: SealKey, envelope: Envelope): Step<Bytes | undefined> {
  const header = envelope.pld.subarray(0, HEADER_LENGTH);
  return open(p, key, requestContext(p, header, envelope), envelope.pld.subarray(HEADER_LENGTH));
}

export interface RequestInput extends Address {
  readonly ticket: Bytes;
  readonly seq: bigint;
  readonly sentAt: number;
  readonly text: string;
}

/** Seals a request: the raw body to post, and what opens its answer. Throws a RangeError when the text is too long. */
export function* sealRequest(
  p: Primitives,
  session: SessionKeys,
  input: RequestInput,
): Step<{ body: string; reply: Reply }> {
  const plain = p.utf8(input.text);
  if (plain.length > CHANNEL.textBytesMax)
    throw new RangeError('the request is longer than the channel carries');
  const version = Uint8Array.of(CHANNEL.version);
  const header = p.concat(version, input.ticket, u64(input.seq), u64(Math.round(input.sentAt)));
  const sealed = yield* seal(p, session.toServer, requestContext(p, header, input), plain);
  const pld = p.concat(header, ...sealed);
  const body = `{"DEV_ID":"${input.deviceHash}","B_URL":"${input.bUrl}","PLD":"${p.toBase64Url(pld)}"}`;
  return { body, reply: yield* replyTo(p, session, { seq: input.seq, pld }) };
}

/** Binds answers to one transmission: session, sequence number and the hash of the very bytes that were sent. */
export function* replyTo(
  p: Primitives,
  { sid, toClient }: SessionKeys,
  { seq, pld }: { seq: bigint; pld: Bytes },
): Step<Reply> {
  const hash = yield* settled(p.sha256(pld));
  return { key: toClient, context: p.concat(Uint8Array.of(CHANNEL.version), sid, u64(seq), hash) };
}
