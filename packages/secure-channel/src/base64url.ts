import type { Bytes } from './bytes.ts';

/** RFC 4648 section 5 without padding, in plain JavaScript: the browsers we serve do not all have `Uint8Array.fromBase64` yet. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHARSET = /^[A-Za-z0-9_-]+$/;
const VALUES = new Uint8Array(128);
for (let value = 0; value < 64; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

const valueAt = (text: string, index: number): number => VALUES[text.charCodeAt(index)] ?? 0;

/**
 * Of a text that has only characters of the alphabet: whether decoding and encoding again gives the same text, that is, a possible
 * length and no stray bits in the last character. Two spellings of the same bytes would let one message pass for two.
 */
export function hasOneSpelling(text: string): boolean {
  const rest = text.length % 4;
  if (rest === 1) return false;
  const strayBits = rest === 2 ? 0b1111 : rest === 3 ? 0b11 : 0;
  return (valueAt(text, text.length - 1) & strayBits) === 0;
}

export function toBase64Url(bytes: Uint8Array): string {
  const at = (index: number): number => bytes[index] ?? 0;
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (at(index) << 16) | (at(index + 1) << 8) | at(index + 2);
    const left = bytes.length - index;
    text += ALPHABET.charAt(group >>> 18) + ALPHABET.charAt((group >>> 12) & 63);
    if (left > 1) text += ALPHABET.charAt((group >>> 6) & 63);
    if (left > 2) text += ALPHABET.charAt(group & 63);
  }
  return text;
}

/** Strict: not empty, only the alphabet, one spelling. */
export function isBase64Url(text: string): boolean {
  return CHARSET.test(text) && hasOneSpelling(text);
}

/** Decodes a text that `isBase64Url` has accepted. */
export function fromBase64Url(text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let offset = 0;
  for (let index = 0; index < text.length; index += 1) {
    held = ((held << 6) | valueAt(text, index)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[offset] = held >>> bits;
      offset += 1;
    }
  }
  return bytes;
}

/** Strict decode through a backend's codec; undefined for anything but the one spelling. */
export function decodeBase64Url(
  codec: { fromBase64Url(text: string): Bytes },
  text: string,
): Bytes | undefined {
  return isBase64Url(text) ? codec.fromBase64Url(text) : undefined;
}
