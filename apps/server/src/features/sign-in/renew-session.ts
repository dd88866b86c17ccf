import { defined } from '@holdfast/kernel';
import { endInstallUntilNow } from '#features/push/index.ts';
import type { MemberContext } from '#platform/gateway/call-table.ts';
import { revokeChannel } from '#platform/gateway/ticket-keys.ts';
import { enqueueHintsFor } from '#platform/outbox/outbox.store.ts';
import { makeToken } from './session-proof.ts';
import { replaceProof } from './session.store.ts';

/**
 * Gives the caller's session a new token, under the member's account from now on, and returns it. From the commit on whoever has a copy of
 * the old one is out: its proof opens nothing but the answer of this very command, its channel is revoked, its streams end, and the push address
 * that it may have registered is told of nothing later. The app registers its own anew.
 */
export async function renewSession(
  { tx, device, session, rid, sid }: MemberContext,
  account: string,
): Promise<string> {
  const { token, checksumHash } = makeToken(tx, { account, device });
  await replaceProof(tx, { id: session.id, checksumHash, rid: defined(rid, 'a command has a RID') });
  await endInstallUntilNow(tx, session);
  await revokeChannel(tx, sid);
  await enqueueHintsFor(tx, [session.memberId], ['ended']);
  return token;
}
