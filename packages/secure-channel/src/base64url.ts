import type { Bytes } from './bytes.ts';

/** RFC 4648 section 5 without padding, in plain JavaScript: the browsers we serve do not all have `Uint8Array.fromBase64` yet. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const NONE = 64;
const VALUES = new Uint8Array(128).fill(NONE);
for (let value = 0; value < 64; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

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

/**
 * The bytes of a text whose one spelling this is: not empty, only the alphabet, a possible length, no stray bits in the last character.
 * Undefined otherwise: two spellings of the same bytes would let one message pass for two.
 */
export function fromBase64Url(text: string): Bytes | undefined {
  if (text === '' || text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let offset = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = VALUES[text.charCodeAt(index)] ?? NONE;
    if (value === NONE) return undefined;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[offset] = held >>> bits;
      offset += 1;
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
