import type { Bytes } from './bytes.ts';
import { nodePrimitives as p } from './primitives/node.ts';
import { importSealKey, open, seal } from './seal.ts';
import { runSync } from './step.ts';

/** SEAL under one key of the server's own, for data at rest and tokens: stored answers, wrapped ticket keys, upload tokens. */
export interface Box {
  /** `context` is authenticated and not stored: name there what the data belongs to. */
  seal(context: Uint8Array, plain: Uint8Array): Bytes;
  /** Undefined when key, context or any bit differ. */
  open(context: Uint8Array, sealed: Uint8Array): Bytes | undefined;
}

/** `key` is 64 random bytes, used for nothing else; it is copied. */
export function createBox(key: Uint8Array): Box {
  const sealKey = runSync(importSealKey(p, Uint8Array.from(key)));
  return {
    seal: (context, plain) => p.concat(...runSync(seal(p, sealKey, context, Uint8Array.from(plain)))),
    open: (context, sealed) => runSync(open(p, sealKey, context, Uint8Array.from(sealed))),
  };
}
