import { wipe, type Bytes } from './bytes.ts';
import { deriveKey } from './kdf.ts';
import type { Primitives } from './primitives/port.ts';
import { importSealKey, SEAL_KEY_LENGTH, type SealKey } from './seal.ts';
import type { Step } from './step.ts';

/** What both ends work with until the hour is over. One key for each direction: a request can never be read as an answer. */
export interface SessionKeys {
  readonly sid: Bytes;
  readonly toServer: SealKey;
  readonly toClient: SealKey;
}

const EMPTY = new Uint8Array(0);
const ZERO_SALT = new Uint8Array(32);

/** Derives the three values of a session from its secret and wipes the secret. */
export function* deriveSessionKeys(p: Primitives, secret: Bytes): Step<SessionKeys> {
  const shared = { salt: ZERO_SALT, secret, context: EMPTY };
  const sid = yield* deriveKey(p, { ...shared, label: 'sid', length: 16 });
  const toServer = yield* deriveKey(p, { ...shared, label: 'c2s', length: SEAL_KEY_LENGTH });
  const toClient = yield* deriveKey(p, { ...shared, label: 's2c', length: SEAL_KEY_LENGTH });
  wipe(secret);
  return {
    sid,
    toServer: yield* importSealKey(p, toServer),
    toClient: yield* importSealKey(p, toClient),
  };
}
