/**
 * The exchange (POST /proxyconfig). Both ends mix two agreements into every key: the client's pair with the server's pinned key,
 * which proves the server, and with the server's pair of this one exchange, which gives forward secrecy. The keys hang on a
 * transcript of every byte sent so far, so an altered message yields other keys, not another meaning.
 */
import { copyOf, lp, wipe, type Bytes } from './bytes.ts';
import { stamp } from './answer.ts';
import { deriveKey, PROTOCOL, protocolSalt } from './kdf.ts';
import { CHANNEL } from './limits.ts';
import type { KeyPair, Primitives } from './primitives/port.ts';
import { importSealKey, open, seal, SEAL_KEY_LENGTH, sealedLength, type SealKey } from './seal.ts';
import { deriveSessionKeys, type SessionKeys } from './session-keys.ts';
import { settled, type Step } from './step.ts';
import { DEVICE } from './text.ts';
import { sealTicket } from './ticket.ts';

const ENDPOINT = '/proxyconfig';
const POINT_AT = 2;
const HEADER_LENGTH = 35;
const REQUEST_LENGTH = HEADER_LENGTH + sealedLength(94);
const REPLY_HEADER_LENGTH = 34;
const REPLY_LENGTH = REPLY_HEADER_LENGTH + sealedLength(219);

const BODY = /^\{"PAYLOAD":"([A-Za-z0-9_-]{239})"\}$/;
const REQUEST_TEXT = /^L:DEV_ID=([0-9a-f]{16})&PubKey=([A-Za-z0-9_-]{44})&TS=(\d{13})$/;
const REPLY_TEXT = /^L:EXP=(\d{13})&TS=(\d{13})&TKT=([A-Za-z0-9_-]{178})$/;

/** A pair whose public half is pinned in the builds of the clients. */
export interface ServerKey {
  readonly kid: number;
  readonly pair: KeyPair;
}

/** What a build of a client knows of the server. */
export interface Pin {
  readonly kid: number;
  readonly point: Bytes;
}

interface Transcript {
  readonly header: Bytes;
  readonly serverPoint: Bytes;
}

/** k1 opens the client's message; d1 carries the first agreement and th1 the transcript into everything later. */
interface FirstKeys {
  readonly k1: SealKey;
  readonly d1: Bytes;
  readonly th1: Bytes;
}

function* firstKeys(p: Primitives, z1: Bytes, { header, serverPoint }: Transcript): Step<FirstKeys> {
  const salt = yield* protocolSalt(p);
  const transcript = p.concat(lp(p, PROTOCOL), lp(p, ENDPOINT), lp(p, header), lp(p, serverPoint));
  const th1 = yield* settled(p.sha256(transcript));
  const shared = { salt, secret: z1, context: th1 };
  const k1 = yield* deriveKey(p, { ...shared, label: 'xq', length: SEAL_KEY_LENGTH });
  const d1 = yield* deriveKey(p, { ...shared, label: 'derived', length: 32 });
  wipe(z1);
  return { k1: yield* importSealKey(p, k1), d1, th1 };
}

/** k2 seals the answer, `secret` is what the session's keys come from. */
function* secondKeys(
  p: Primitives,
  z2: Bytes,
  { first, payload, header }: { first: Pick<FirstKeys, 'd1' | 'th1'>; payload: Bytes; header: Bytes },
): Step<{ k2: SealKey; secret: Bytes }> {
  const th2 = yield* settled(p.sha256(p.concat(lp(p, first.th1), lp(p, payload), lp(p, header))));
  const shared = { salt: first.d1, secret: z2, context: th2 };
  const k2 = yield* deriveKey(p, { ...shared, label: 'xr', length: SEAL_KEY_LENGTH });
  const secret = yield* deriveKey(p, { ...shared, label: 'session', length: 32 });
  wipe(z2, first.d1);
  return { k2: yield* importSealKey(p, k2), secret };
}

/** What the client keeps between its message and the answer. */
export interface PendingExchange {
  /** The raw body to post. */
  readonly body: string;
  readonly pair: KeyPair;
  readonly payload: Bytes;
  readonly first: Pick<FirstKeys, 'd1' | 'th1'>;
}

/** Makes the client's message under a new pair. Undefined when the pin is no point of the curve. */
export function* beginExchange(
  p: Primitives,
  { pin, device, now }: { pin: Pin; device: string; now: number },
): Step<PendingExchange | undefined> {
  if (!DEVICE.test(device)) throw new RangeError('a device identity is 16 lower-case hex characters');
  const pair = yield* settled(p.generateKeyPair());
  const z1 = yield* settled(pair.agree(pin.point));
  if (!z1) return undefined;
  const header = p.concat(Uint8Array.of(CHANNEL.version, pin.kid), pair.point);
  const first = yield* firstKeys(p, z1, { header, serverPoint: pin.point });
  const text = `L:DEV_ID=${device}&PubKey=${p.toBase64Url(pair.point)}&TS=${stamp(now)}`;
  const payload = p.concat(header, ...(yield* seal(p, first.k1, header, p.utf8(text))));
  return { body: `{"PAYLOAD":"${p.toBase64Url(payload)}"}`, pair, payload, first };
}

/** What the client has after an exchange. */
export interface ExchangedSession extends SessionKeys {
  readonly ticket: Bytes;
  /** End of the session and the moment of the answer, both in milliseconds of the server's clock. */
  readonly expiresAt: number;
  readonly serverTime: number;
}

/** Opens the server's answer; undefined for everything that the holder of the pinned key did not make for this exchange. */
export function* finishExchange(
  p: Primitives,
  pending: PendingExchange,
  text: string,
): Step<ExchangedSession | undefined> {
  const reply = p.fromBase64Url(text);
  if (!reply || reply.length !== REPLY_LENGTH || reply[0] !== CHANNEL.version) return undefined;
  const header = reply.subarray(0, REPLY_HEADER_LENGTH);
  const z2 = yield* settled(pending.pair.agree(header.subarray(1)));
  if (!z2) return undefined;
  // The derivation wipes d1, and a forged answer must not spoil the true one that may follow.
  const first = { d1: copyOf(pending.first.d1), th1: pending.first.th1 };
  const { k2, secret } = yield* secondKeys(p, z2, { first, payload: pending.payload, header });
  const plain = yield* open(p, k2, header, reply.subarray(REPLY_HEADER_LENGTH));
  const match = plain && REPLY_TEXT.exec(p.decodeUtf8(plain) ?? '');
  const ticket = match && p.fromBase64Url(match[3] ?? '');
  if (!match || !ticket) return undefined;
  pending.pair.erase();
  wipe(pending.first.d1);
  const keys = yield* deriveSessionKeys(p, secret);
  return { ...keys, ticket, expiresAt: Number(match[1]), serverTime: Number(match[2]) };
}

/** Why an exchange was refused: for counting, never for the wire, where all of them are ERROR003. */
export type ExchangeRefusal = 'structure' | 'server-key' | 'point' | 'seal' | 'text';

export type ExchangeAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: 'ERROR003'; readonly reason: ExchangeRefusal };

export interface ExchangeServer {
  readonly serverKeys: readonly ServerKey[];
  readonly ticketKey: { readonly epoch: number; readonly key: SealKey };
  readonly now: number;
}

const refused = (reason: ExchangeRefusal): ExchangeAnswer => ({ kind: 'refused', text: 'ERROR003', reason });

/** What the client's message said once it has been believed. */
interface Greeting {
  readonly payload: Bytes;
  readonly clientPoint: Bytes;
  readonly device: string;
  readonly first: FirstKeys;
}

function* readGreeting(
  p: Primitives,
  serverKeys: readonly ServerKey[],
  body: string,
): Step<Greeting | ExchangeRefusal> {
  const payload = p.fromBase64Url(BODY.exec(body)?.[1] ?? '');
  if (!payload || payload.length !== REQUEST_LENGTH || payload[0] !== CHANNEL.version) return 'structure';
  const serverKey = serverKeys.find(({ kid }) => kid === payload[1]);
  if (!serverKey) return 'server-key';
  const header = payload.subarray(0, HEADER_LENGTH);
  const clientPoint = header.subarray(POINT_AT);
  const z1 = yield* settled(serverKey.pair.agree(clientPoint));
  if (!z1) return 'point';
  const first = yield* firstKeys(p, z1, { header, serverPoint: serverKey.pair.point });
  const plain = yield* open(p, first.k1, header, payload.subarray(HEADER_LENGTH));
  if (!plain) return 'seal';
  const match = REQUEST_TEXT.exec(p.decodeUtf8(plain) ?? '');
  if (!match || match[2] !== p.toBase64Url(clientPoint)) return 'text';
  return { payload, clientPoint, device: match[1] ?? '', first };
}

/** The server's side of the exchange, whole. `body` is the raw body, one character per byte. Writes nothing anywhere. */
export function* answerExchange(p: Primitives, server: ExchangeServer, body: string): Step<ExchangeAnswer> {
  const greeting = yield* readGreeting(p, server.serverKeys, body);
  if (typeof greeting === 'string') return refused(greeting);
  const { payload, clientPoint, device, first } = greeting;
  const pair = yield* settled(p.generateKeyPair());
  const z2 = yield* settled(pair.agree(clientPoint));
  pair.erase();
  if (!z2) return refused('point');
  const header = p.concat(Uint8Array.of(CHANNEL.version), pair.point);
  const { k2, secret } = yield* secondKeys(p, z2, { first, payload, header });
  const expiresAt = server.now + CHANNEL.sessionLifeMs;
  const deviceHash = yield* settled(p.sha256(p.utf8(device)));
  const ticket = yield* sealTicket(p, { ...server.ticketKey, content: { secret, deviceHash, expiresAt } });
  wipe(secret);
  const text = `L:EXP=${stamp(expiresAt)}&TS=${stamp(server.now)}&TKT=${p.toBase64Url(ticket)}`;
  const sealed = yield* seal(p, k2, header, p.utf8(text));
  return { kind: 'answered', text: p.toBase64Url(p.concat(header, ...sealed)) };
}
