import type { Bytes } from '../bytes.ts';
import type { MaybePromise } from '../step.ts';

/**
 * Everything that the composition asks of a cryptographic library. Two backends implement it, `node.ts` (node:crypto, answering
 * at once) and `browser.ts` (noble for the curve, WebCrypto for the rest); the tests wrap it to count calls and to fix random
 * bytes. A backend makes no decision of the protocol: which key, which label and in which order stands in the composition alone.
 */
export interface Primitives {
  readonly randomBytes: (length: number) => Bytes;
  /** Constant-time comparison; false when the lengths differ. */
  readonly equal: (left: Uint8Array, right: Uint8Array) => boolean;
  readonly toBase64Url: (bytes: Uint8Array) => string;
  /** Strict: undefined when the text is empty or is not what `toBase64Url` gives for its bytes. */
  readonly fromBase64Url: (text: string) => Bytes | undefined;
  /** UTF-8 bytes; lone surrogates become U+FFFD, as everywhere on the web platform. */
  readonly utf8: (text: string) => Bytes;
  readonly concat: (...parts: readonly Uint8Array[]) => Bytes;
  /** Undefined when the bytes are not UTF-8. A leading byte order mark is kept, so that a grammar can refuse it. */
  readonly decodeUtf8: (bytes: Uint8Array) => string | undefined;

  readonly sha256: (message: Bytes) => MaybePromise<Bytes>;
  /** RFC 5869 with SHA-256, extract and expand. */
  readonly hkdf: (input: HkdfInput) => MaybePromise<Bytes>;
  readonly macKey: (raw: Bytes, hash?: MacHash) => MaybePromise<MacKey>;
  readonly cipherKey: (raw: Bytes) => MaybePromise<CipherKey>;

  /** A new secp256k1 pair; scalars outside 0 < k < n are never used. */
  readonly generateKeyPair: () => MaybePromise<KeyPair>;
  /** The pair of a stored 32-byte scalar; undefined outside 0 < k < n. */
  readonly keyPairOf: (scalar: Bytes) => MaybePromise<KeyPair | undefined>;
}

export interface HkdfInput {
  readonly salt: Bytes;
  readonly secret: Bytes;
  readonly info: Bytes;
  readonly length: number;
}

/** SHA-512 serves Wycheproof's AES-CBC+HMAC vectors through the same OPEN; the wire uses SHA-256 alone. */
export type MacHash = 'SHA-256' | 'SHA-512';

/** HMAC under one key. Keys are copied in: the caller may wipe the raw bytes afterwards. */
export interface MacKey {
  /** Over the parts joined: the first 32 bytes of the tag, which for SHA-256 are all of it. */
  readonly sign: (...message: readonly Uint8Array[]) => MaybePromise<Bytes>;
}

/** AES-CBC with PKCS#7 under one key; no integrity, so nothing but `seal.ts` may call it. */
export interface CipherKey {
  readonly encrypt: (iv: Bytes, plain: Bytes) => MaybePromise<Bytes>;
  /** Undefined when length or padding is wrong. */
  readonly decrypt: (iv: Bytes, encrypted: Bytes) => MaybePromise<Bytes | undefined>;
}

/** A secp256k1 private key that never leaves the backend. */
export interface KeyPair {
  /** The public point in SEC1 compressed form, 33 bytes. */
  readonly point: Bytes;
  /**
   * ECDH: the X coordinate, 32 bytes, leading zeros kept. Undefined unless `peer` is 33 bytes that begin 02 or 03 and name a
   * point on the curve: hybrid and uncompressed forms, infinity and twist points never reach the multiplication.
   */
  readonly agree: (peer: Bytes) => MaybePromise<Bytes | undefined>;
  /** Forgets the private key, as far as the backend can. */
  readonly erase: () => void;
}
