import { createSecretKey } from 'node:crypto';
import { fromHex, toHex, wipe } from './bytes.ts';
import { drawScalar } from './curve.ts';
import type { SecretServerKey } from './exchange-answerer.ts';
import { nodePrimitives as p } from './primitives/node.ts';

/** A server key as it is stored; `privateKey` is secret. */
export interface ServerKeyRecord {
  readonly kid: number;
  /** The scalar, 64 hex characters. */
  readonly privateKey: string;
  /** The compressed point, 66 hex characters. */
  readonly publicKey: string;
}

/** A server key in memory, with the part of it that builds and tools may know. */
export interface LoadedServerKey extends SecretServerKey {
  readonly publicKey: string;
}

export function makeServerKey(kid: number): ServerKeyRecord {
  const scalar = drawScalar(p.randomBytes);
  const privateKey = toHex(scalar);
  wipe(scalar);
  return { kid, privateKey, publicKey: loadServerKey({ kid, privateKey }).publicKey };
}

/** Throws a RangeError that names the fault and never the key. A public key that is given must belong to the private one. */
export function loadServerKey({
  kid,
  privateKey,
  publicKey,
}: Pick<ServerKeyRecord, 'kid' | 'privateKey'> & Partial<ServerKeyRecord>): LoadedServerKey {
  if (!Number.isInteger(kid) || kid < 0 || kid > 255)
    throw new RangeError('a server key has a kid of 0 to 255');
  const scalar = fromHex(privateKey);
  const pair = scalar && p.keyPairOf(scalar);
  if (!scalar || !pair) {
    throw new RangeError('a server key is 64 hex characters, above zero and below the order of secp256k1');
  }
  const secret = createSecretKey(scalar);
  wipe(scalar);
  const derived = toHex(pair.point);
  if (publicKey !== undefined && publicKey !== derived) {
    throw new RangeError('the public key does not belong to the private key');
  }
  return { kid, secret, publicKey: derived };
}
