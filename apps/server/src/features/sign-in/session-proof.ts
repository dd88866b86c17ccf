import { createHash, randomBytes } from 'node:crypto';
import { sessionProof } from '@holdfast/secure-channel/node';

/** What the database keeps of a session proof. */
export function hashProof(proof: string): Buffer {
  return createHash('sha256').update(proof).digest();
}

/** Makes a new access token, and the hash of the proof that a device derives from it. The token goes into the answer and nowhere else. */
export function makeToken({ account, device }: { account: string; device: string }): {
  readonly token: string;
  readonly checksumHash: Buffer;
} {
  const token = randomBytes(32).toString('base64url');
  return { token, checksumHash: hashProof(sessionProof({ account, device, token })) };
}
