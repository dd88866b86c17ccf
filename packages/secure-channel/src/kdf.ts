import { lp, u16, utf8, type Bytes } from './bytes.ts';
import type { Primitives } from './primitives/port.ts';
import { settled, type Step } from './step.ts';

/** Names the whole suite inside every derived key and transcript: a key of another suite or version can never be ours. */
export const PROTOCOL = 'wallet-proxy/1;secp256k1;AES-256-CBC+HMAC-SHA-256;HKDF-SHA-256';

const PROTOCOL_BYTES = utf8(PROTOCOL);

export type KeyLabel = 'xq' | 'derived' | 'xr' | 'session' | 'sid' | 'c2s' | 's2c';

export interface KeyInput {
  readonly salt: Bytes;
  readonly secret: Bytes;
  readonly label: KeyLabel;
  /** The transcript hash that the key is bound to; empty below the session secret, which is bound already. */
  readonly context: Bytes;
  readonly length: number;
}

/** HKDF (RFC 5869) whose info holds length, suite, purpose and transcript, each length-prefixed so that none can pose as another. */
export function* deriveKey(p: Primitives, { salt, secret, label, context, length }: KeyInput): Step<Bytes> {
  const info = p.concat(u16(length), lp(p, PROTOCOL_BYTES), lp(p, label), lp(p, context));
  return yield* settled(p.hkdf({ salt, secret, info, length }));
}

/** The salt of the first derivation: the hash of the bare suite name. */
export function* protocolSalt(p: Primitives): Step<Bytes> {
  return yield* settled(p.sha256(PROTOCOL_BYTES));
}
