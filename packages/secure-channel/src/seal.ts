/**
 * SEAL and OPEN: AES-256-CBC, then HMAC over what was encrypted (RFC 7518 section 5.2 with an uncut SHA-256 tag). The cipher alone
 * hides nothing from somebody who may alter it, so the one rule of this file is the order in `open`: length, tag in constant time, and
 * only then the cipher. Every failure is the same `undefined`; nothing else in the package may call a cipher key.
 */
import { assert } from '@holdfast/kernel';
import { u64, wipe, type Bytes } from './bytes.ts';
import type { CipherKey, MacHash, MacKey, Primitives } from './primitives/port.ts';
import { settled, type Step } from './step.ts';

export const SEAL_KEY_LENGTH = 64;
const IV_LENGTH = 16;
const BLOCK = 16;
const TAG_LENGTH = 32;
const SHORTEST = IV_LENGTH + BLOCK + TAG_LENGTH;

export interface SealKey {
  readonly mac: MacKey;
  readonly cipher: CipherKey;
}

/** Bytes that a text of `plainLength` bytes takes when sealed: IV, padded blocks, tag. */
export function sealedLength(plainLength: number): number {
  return IV_LENGTH + BLOCK * (Math.floor(plainLength / BLOCK) + 1) + TAG_LENGTH;
}

export function isSealedLength(length: number): boolean {
  return length >= SHORTEST && (length - IV_LENGTH - TAG_LENGTH) % BLOCK === 0;
}

/** Imports Kmac ‖ Kenc. The raw bytes are wiped: from here on only the backend holds the keys. */
export function* importSealKey(p: Primitives, raw: Bytes, hash?: MacHash): Step<SealKey> {
  assert(raw.length === SEAL_KEY_LENGTH, 'a sealing key is 64 bytes');
  const mac = yield* settled(p.macKey(raw.subarray(0, 32), hash));
  const cipher = yield* settled(p.cipherKey(raw.subarray(32)));
  wipe(raw);
  return { mac, cipher };
}

/**
 * The three parts to send, for the caller to join behind its header. `context` is authenticated and not sent; its length in bits closes
 * the MACed text, so it cannot run into the IV.
 */
export function* seal(
  p: Primitives,
  key: SealKey,
  context: Uint8Array,
  plain: Bytes,
): Step<readonly [iv: Bytes, encrypted: Bytes, tag: Bytes]> {
  const iv = p.randomBytes(IV_LENGTH);
  const encrypted = yield* settled(key.cipher.encrypt(iv, plain));
  const tag = yield* settled(key.mac.sign(context, iv, encrypted, u64(8 * context.length)));
  return [iv, encrypted, tag];
}

export function* open(
  p: Primitives,
  key: SealKey,
  context: Uint8Array,
  sealed: Bytes,
): Step<Bytes | undefined> {
  if (!isSealedLength(sealed.length)) return undefined;
  const tagAt = sealed.length - TAG_LENGTH;
  const tag = yield* settled(key.mac.sign(context, sealed.subarray(0, tagAt), u64(8 * context.length)));
  if (!p.equal(tag, sealed.subarray(tagAt))) return undefined;
  return yield* settled(key.cipher.decrypt(sealed.subarray(0, IV_LENGTH), sealed.subarray(IV_LENGTH, tagAt)));
}
