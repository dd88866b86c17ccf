import type { Bytes } from './bytes.ts';
import { CHANNEL } from './limits.ts';
import type { Primitives } from './primitives/port.ts';
import { open, seal, type SealKey } from './seal.ts';
import type { Step } from './step.ts';

/** The key and the context under which one request's answers are sealed; opaque outside the package. */
export interface Reply {
  readonly key: SealKey;
  readonly context: Bytes;
}

/** The two errors that a server says inside the seal: the business behind it is silent, or the text was not one. */
export type SealedError = 'ERROR002' | 'ERROR003';

/** What an opened answer says: a reply in raw JSON with the server's time, or an error. */
export type Answer =
  | { readonly kind: 'body'; readonly serverTime: number; readonly body: string }
  | { readonly kind: 'error'; readonly error: SealedError };

const VERSION = Uint8Array.of(CHANNEL.version);
const TEXT = /^L:TS=(\d{13})&BODY=([^]*)$/;

/** Milliseconds as the 13 digits of the wire, which last until the year 2286. */
export function stamp(now: number): string {
  return String(Math.max(0, Math.round(now))).padStart(13, '0');
}

export function printAnswer(now: number, body: string): string {
  return `L:TS=${stamp(now)}&BODY=${body}`;
}

export function parseAnswer(text: string): Answer | undefined {
  if (text === 'ERROR002' || text === 'ERROR003') return { kind: 'error', error: text };
  const match = TEXT.exec(text);
  return match ? { kind: 'body', serverTime: Number(match[1]), body: match[2] ?? '' } : undefined;
}

/**
 * Seals the text of an answer. `context` is the reply's own, or that with a frame number behind it. The version byte in front makes
 * the first character `A`, so a sealed answer can never be taken for a plain `ERROR`.
 */
export function* sealReply(p: Primitives, key: SealKey, context: Bytes, text: string): Step<string> {
  const sealed = yield* seal(p, key, context, p.utf8(text));
  return p.toBase64Url(p.concat(VERSION, ...sealed));
}

/** Undefined for everything that the server did not seal for exactly this context. */
export function* openReply(
  p: Primitives,
  key: SealKey,
  context: Bytes,
  text: string,
): Step<Answer | undefined> {
  const bytes = p.fromBase64Url(text);
  if (!bytes || bytes[0] !== CHANNEL.version) return undefined;
  const plain = yield* open(p, key, context, bytes.subarray(1));
  const opened = plain && p.decodeUtf8(plain);
  return opened === undefined ? undefined : parseAnswer(opened);
}

export function sealAnswer(p: Primitives, reply: Reply, text: string): Step<string> {
  return sealReply(p, reply.key, reply.context, text);
}

export function openAnswer(p: Primitives, reply: Reply, text: string): Step<Answer | undefined> {
  return openReply(p, reply.key, reply.context, text);
}
