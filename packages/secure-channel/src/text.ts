/**
 * The text inside a request: `L:DEV_ID=..[&RID=..]{&key=value}`. Printing and parsing are inverse to one another: a value has exactly
 * one spelling (that of encodeURIComponent), a key stands once, and the result is a Map, so that no name can reach a prototype and no
 * `&` or `=` inside a value can add a field.
 */
import type { Rid } from '@holdfast/kernel';
import { CHANNEL } from './limits.ts';

export const DEVICE = /^[0-9a-f]{16}$/;
const KEY = /^[A-Za-z0-9_.-]{1,64}$/;
const PLAIN_VALUE = /^[A-Za-z0-9_.!~*'()-]*$/;
const HEAD = /^L:DEV_ID=([0-9a-f]{16})(?:$|&)/;
const RID = /^[A-Za-z0-9_-]{21}[AQgw]$/;
const B_URL = /^(?:\/[A-Za-z0-9_-]{1,64}){1,8}$/;

export interface RequestText {
  /** The device identity in the clear, 16 hex characters. */
  readonly device: string;
  /** The request id, when one stands right after the device in its proper form. */
  readonly rid: string | undefined;
  readonly pairs: ReadonlyMap<string, string>;
}

/** A path of the registry as the wire allows it: no query, dot, percent or double slash. */
export function isBUrl(text: string): boolean {
  return B_URL.test(text);
}

/** 16 bytes in their one base64url spelling: only four of the letters leave no stray bits at the end. */
export function isRid(text: string): text is Rid {
  return RID.test(text);
}

/** Throws a RangeError for what the grammar cannot carry: those are mistakes of the calling code, not input. */
export function printRequestText({ device, rid, pairs }: RequestText): string {
  if (!DEVICE.test(device)) throw new RangeError('a device identity is 16 lower-case hex characters');
  if (rid !== undefined && !isRid(rid)) throw new RangeError('a RID is 22 base64url characters');
  if (pairs.size > CHANNEL.pairsMax) throw new RangeError(`more than ${CHANNEL.pairsMax} pairs`);
  let text = `L:DEV_ID=${device}${rid === undefined ? '' : `&RID=${rid}`}`;
  for (const [key, value] of pairs) {
    if (!KEY.test(key) || key === 'DEV_ID' || key === 'RID')
      throw new RangeError('a key outside the grammar');
    text += `&${key}=${encodeURIComponent(value.toWellFormed())}`;
  }
  return text;
}

/** The value of one spelling; undefined when the percent-encoding is broken, not UTF-8, or not the spelling we would write. */
function decodeValue(raw: string): string | undefined {
  if (PLAIN_VALUE.test(raw)) return raw;
  try {
    const value = decodeURIComponent(raw);
    return encodeURIComponent(value) === raw ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Undefined for anything outside the grammar. A `RID` that is malformed, or stands elsewhere, is an ordinary pair: the command it came
 * with then has no request id and is refused by name (10201) instead of as an unreadable message.
 */
export function parseRequestText(text: string): RequestText | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const device = head[1] ?? '';
  const pairs = new Map<string, string>();
  if (text.length === head[0].length)
    return head[0].endsWith('&') ? undefined : { device, rid: undefined, pairs };
  const parts = text.slice(head[0].length).split('&', CHANNEL.pairsMax + 2);
  const first = parts[0] ?? '';
  const rid = first.startsWith('RID=') && isRid(first.slice(4)) ? first.slice(4) : undefined;
  if (rid !== undefined) parts.shift();
  if (parts.length > CHANNEL.pairsMax) return undefined;
  for (const part of parts) {
    const cut = part.indexOf('=');
    const key = part.slice(0, Math.max(cut, 0));
    const taken = pairs.has(key) || key === 'DEV_ID' || (key === 'RID' && rid !== undefined);
    if (taken || !KEY.test(key)) return undefined;
    const value = decodeValue(part.slice(cut + 1));
    if (value === undefined) return undefined;
    pairs.set(key, value);
  }
  return { device, rid, pairs };
}
