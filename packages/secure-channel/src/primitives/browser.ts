import { getPublicKey, getSharedSecret } from '@noble/secp256k1';
import { toBase64Url, fromBase64Url } from '../base64url.ts';
import { concat, utf8, type Bytes } from '../bytes.ts';
import { drawScalar, isCompressedPoint, isScalar } from '../curve.ts';
import type { CipherKey, HkdfInput, KeyPair, MacHash, MacKey, Primitives } from './port.ts';

/** What the backend needs of the platform: `globalThis.crypto` of a browser, a WebView or Node. */
export type WebCrypto = Pick<Crypto, 'subtle' | 'getRandomValues'>;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Constant time as far as JavaScript allows: no early exit, no branch on the data. */
function equal(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

function keyPairOf(scalar: Bytes): KeyPair | undefined {
  if (!isScalar(scalar)) return undefined;
  const secret = new Uint8Array(scalar);
  return {
    point: new Uint8Array(getPublicKey(secret, true)),
    agree(peer) {
      if (!isCompressedPoint(peer)) return undefined;
      try {
        // noble checks the curve's equation while it decompresses; an erased scalar is zero and refused as well.
        return new Uint8Array(getSharedSecret(secret, peer, true).subarray(1));
      } catch {
        return undefined;
      }
    },
    erase: () => void secret.fill(0),
  };
}

/**
 * noble for ECDH (WebCrypto has no secp256k1), WebCrypto for everything else. Keys are imported as non-extractable, so a script
 * that gets hold of a session can use its keys while the page lives but cannot carry them away.
 */
export function createBrowserPrimitives(crypto: WebCrypto = globalThis.crypto): Primitives {
  const { subtle } = crypto;
  const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

  async function hkdf({ salt, secret, info, length }: HkdfInput): Promise<Bytes> {
    const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
    return new Uint8Array(
      await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8),
    );
  }

  async function macKey(raw: Bytes, hash: MacHash = 'SHA-256'): Promise<MacKey> {
    const key = await subtle.importKey('raw', raw, { name: 'HMAC', hash }, false, ['sign']);
    return {
      sign: async (...message) =>
        new Uint8Array(await subtle.sign('HMAC', key, concat(...message))).subarray(0, 32),
    };
  }

  async function cipherKey(raw: Bytes): Promise<CipherKey> {
    const key = await subtle.importKey('raw', raw, 'AES-CBC', false, ['encrypt', 'decrypt']);
    return {
      encrypt: async (iv, plain) => new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, key, plain)),
      async decrypt(iv, encrypted) {
        try {
          return new Uint8Array(await subtle.decrypt({ name: 'AES-CBC', iv }, key, encrypted));
        } catch {
          return undefined;
        }
      },
    };
  }

  return {
    randomBytes,
    equal,
    toBase64Url,
    fromBase64Url,
    utf8,
    concat,
    decodeUtf8,
    sha256: async (message) => new Uint8Array(await subtle.digest('SHA-256', message)),
    hkdf,
    macKey,
    cipherKey,
    generateKeyPair() {
      const scalar = drawScalar(randomBytes);
      const pair = keyPairOf(scalar);
      scalar.fill(0);
      if (!pair) throw new RangeError('a drawn scalar is always in range');
      return pair;
    },
    keyPairOf,
  };
}
