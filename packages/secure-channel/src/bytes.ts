import { assert } from '@holdfast/kernel';

/** Bytes over a plain ArrayBuffer: what WebCrypto accepts and what Buffer is. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** The two ways of making bytes whose price differs between the backends. */
export interface Joiner {
  utf8(text: string): Bytes;
  concat(...parts: readonly Uint8Array[]): Bytes;
}

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** For what is made once, before any backend is chosen. */
export const portable: Joiner = { utf8, concat };

export function u16(value: number): Bytes {
  assert(value >= 0 && value <= 0xffff, 'a length or number does not fit 16 bits');
  return Uint8Array.of(value >>> 8, value & 0xff);
}

export function u32(value: number): Bytes {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

/** A number is for lengths and times, which stay below 2^53; sequence numbers are bigints. */
export function u64(value: number | bigint): Bytes {
  const isWide = typeof value === 'bigint';
  const high = isWide ? Number(value >> 32n) : Math.floor(value / 2 ** 32);
  const low = isWide ? Number(value & 0xffff_ffffn) : value % 2 ** 32;
  return Uint8Array.of(high >>> 24, high >>> 16, high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low);
}

/** Length-prefixed: two bytes of length, then the bytes, so that joined fields cannot be cut differently. */
export function lp(p: Joiner, part: Uint8Array | string): Bytes {
  const bytes = typeof part === 'string' ? p.utf8(part) : part;
  return p.concat(u16(bytes.length), bytes);
}

export function readU32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset);
}

export function readU64(bytes: Uint8Array, offset: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(offset);
}

const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Lower-case hex only, because every text on our wire has one spelling; undefined for anything else. */
export function fromHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  }
  return bytes;
}

/** A copy in memory of its own; `slice` of a Buffer would be a view into the same memory. */
export function copyOf(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

/** Overwrites secrets that are no longer needed. The engine may keep copies; `SECURITY.md` says so. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0);
}
