import { randomBytes } from 'node:crypto';
import { sessionProof } from '@holdfast/secure-channel/node';
import { keysOf, type Database, type Tx } from '#platform/db/db.ts';

/** What the database keeps of a session proof. */
export function hashProof(db: Database | Tx, proof: string): Buffer {
  return keysOf(db).identify('session-proof', proof);
}

/** Makes a new access token, and the hash of the proof that a device derives from it. The token goes into the answer and nowhere else. */
export function makeToken(
  tx: Tx,
  { account, device }: { account: string; device: string },
): {
  readonly token: string;
  readonly checksumHash: Buffer;
} {
  const token = randomBytes(32).toString('base64url');
  return { token, checksumHash: hashProof(tx, sessionProof({ account, device, token })) };
}
