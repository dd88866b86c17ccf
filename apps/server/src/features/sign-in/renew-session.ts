import type { MemberContext } from '#platform/gateway/call-table.ts';
import { makeToken } from './session-proof.ts';
import { replaceProof } from './session.store.ts';

/** Gives the caller's session a new token, under the member's account from now on. The old proof becomes invalid. */
export async function renewSession({ tx, device, session }: MemberContext, account: string): Promise<string> {
  const { token, checksumHash } = makeToken(tx, { account, device });
  await replaceProof(tx, session.id, checksumHash);
  return token;
}
