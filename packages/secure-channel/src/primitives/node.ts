import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hash,
  hkdfSync,
  randomFillSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { Bytes } from '../bytes.ts';
import { isCompressedPoint, isScalar } from '../curve.ts';
import type { CipherKey, KeyPair, MacHash, MacKey, Primitives } from './port.ts';

// Random bytes are drawn in blocks: one call into the library costs the same 3 µs for 16 bytes as for 4,096.
const pool = new Uint8Array(4096);
let drawn = pool.length;

function randomBytes(length: number): Bytes {
  if (length > pool.length) return randomFillSync(new Uint8Array(length));
  if (drawn + length > pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  const bytes = pool.slice(drawn, drawn + length);
  pool.fill(0, drawn, drawn + length);
  drawn += length;
  return bytes;
}

/** `Buffer.concat`, whose small results come out of a shared block: a fifth of the price of a new ArrayBuffer. */
function concat(...parts: readonly Uint8Array[]): Bytes {
  return Buffer.concat(parts);
}

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One-shot, and by way of a binary string: the library takes twice as long to hand out a Buffer. */
function digest(name: 'sha256' | 'sha512', message: Uint8Array): Bytes {
  return Buffer.from(hash(name, message, 'latin1'), 'latin1');
}

const HASHES = {
  'SHA-256': { name: 'sha256', block: 64 },
  'SHA-512': { name: 'sha512', block: 128 },
} as const;

/**
 * HMAC (RFC 2104) out of two one-shot hashes: createHmac builds a stream object for every tag, which costs as much again as the two
 * hashes. The two padded keys are made once; Wycheproof's HMAC cases check the construction.
 */
function macKey(raw: Bytes, hashName: MacHash = 'SHA-256'): MacKey {
  const { name, block } = HASHES[hashName];
  const key = raw.length > block ? digest(name, raw) : raw;
  const pad = (value: number): Uint8Array =>
    Uint8Array.from({ length: block }, (_, at) => value ^ (key[at] ?? 0));
  const inner = pad(0x36);
  const outer = pad(0x5c);
  return {
    sign: (...message) =>
      digest(name, concat(outer, digest(name, concat(inner, ...message)))).subarray(0, 32),
  };
}

const BLOCK = 16;

/**
 * AES-CBC with the padding of PKCS#7 (RFC 5652 section 6.3) done here: left to the library it takes a second call and a join, a third of
 * the price of a short message. `seal.ts` calls `decrypt` behind a good tag only, so how long the check takes tells nobody anything.
 */
function cipherKey(raw: Bytes): CipherKey {
  const key = createSecretKey(raw);
  const algorithm = `aes-${raw.length * 8}-cbc`;
  return {
    encrypt(iv, plain) {
      const padding = BLOCK - (plain.length % BLOCK);
      const padded = concat(plain, Buffer.alloc(padding, padding));
      return createCipheriv(algorithm, key, iv).setAutoPadding(false).update(padded);
    },
    decrypt(iv, encrypted) {
      if (encrypted.length === 0 || encrypted.length % BLOCK !== 0) return undefined;
      const padded = createDecipheriv(algorithm, key, iv).setAutoPadding(false).update(encrypted);
      const padding = padded[padded.length - 1] ?? 0;
      const end = padded.length - padding;
      if (padding === 0 || padding > BLOCK || padded.subarray(end).some((byte) => byte !== padding))
        return undefined;
      return padded.subarray(0, end);
    },
  };
}

// RFC 5480 and SEC1 framing of one compressed point and of one bare scalar: OpenSSL has no shorter way in.
const SPKI_PREFIX = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex');
const SEC1_PREFIX = Buffer.from('302e0201010420', 'hex');
const SEC1_SUFFIX = Buffer.from('a00706052b8104000a', 'hex');

function importPoint(point: Bytes): KeyObject | undefined {
  if (!isCompressedPoint(point)) return undefined;
  try {
    // OpenSSL solves the curve's equation for y here and fails when there is no solution or x is not below p.
    return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, point]), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function compressedPoint(publicKey: KeyObject): Bytes {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const uncompressed = spki.subarray(spki.length - 65);
  return concat(Uint8Array.of(2 + ((uncompressed[64] ?? 0) & 1)), uncompressed.subarray(1, 33));
}

function keyPair(privateKey: KeyObject, publicKey: KeyObject) {
  let held: KeyObject | undefined = privateKey;
  return {
    point: compressedPoint(publicKey),
    agree(peer: Bytes): Bytes | undefined {
      const publicKey = importPoint(peer);
      return publicKey && held && new Uint8Array(diffieHellman({ privateKey: held, publicKey }));
    },
    erase() {
      held = undefined;
    },
  } satisfies KeyPair;
}

function keyPairOf(scalar: Bytes) {
  if (!isScalar(scalar)) return undefined;
  const der = Buffer.concat([SEC1_PREFIX, scalar, SEC1_SUFFIX]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'sec1' });
  der.fill(0);
  return keyPair(privateKey, createPublicKey(privateKey));
}

/** node:crypto; every primitive answers at once. */
export const nodePrimitives = {
  randomBytes,
  equal: (left, right) => left.length === right.length && timingSafeEqual(left, right),
  toBase64Url: (bytes) => view(bytes).toString('base64url'),
  fromBase64Url(text) {
    // The library skips what it cannot read; encoding again is the definition of strict, and cheap.
    const bytes = Buffer.from(text, 'base64url');
    return text !== '' && bytes.toString('base64url') === text ? bytes : undefined;
  },
  utf8: (text) => Buffer.from(text, 'utf8'),
  concat,
  decodeUtf8: (bytes) => (isUtf8(bytes) ? view(bytes).toString('utf8') : undefined),
  sha256: (message) => digest('sha256', message),
  hkdf: ({ salt, secret, info, length }) => new Uint8Array(hkdfSync('sha256', secret, salt, info, length)),
  macKey,
  cipherKey,
  generateKeyPair() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    return keyPair(privateKey, publicKey);
  },
  keyPairOf,
} satisfies Primitives;
