import type { MemberId } from '@holdfast/kernel';
import { forgetInstalls, withdrawRecentRaises } from '#features/security/index.ts';
import { suspendRecentAuthenticator } from '#features/authenticator/index.ts';
import { suspendRecentPasskeys } from '#features/passkeys/index.ts';
import { notify } from '#features/notifications/index.ts';
import type { AnyoneContext } from '#platform/gateway/call-table.ts';
import { endSessions } from './end-sessions.ts';
import { beginFreeze } from './session.store.ts';

/**
 * Freezes an account: ends all sessions and allows no sign-in until the member unfreezes it. Idempotent. The caller holds the member's row
 * lock.
 */
export async function freezeMember(
  { tx, now, audit }: AnyoneContext,
  { memberId, causeInstall }: { memberId: MemberId; causeInstall: Buffer | undefined },
): Promise<void> {
  if (!(await beginFreeze(tx, memberId))) return;
  await suspendRecentAuthenticator(tx, memberId);
  await suspendRecentPasskeys(tx, memberId);
  await withdrawRecentRaises(tx, memberId);
  await forgetInstalls(tx, memberId); // one of them may be in other hands
  await endSessions(tx, { memberId, reason: 'freeze' });
  const extra = { when: now.toISOString() };
  await notify(tx, [{ memberId, type: 'accountFrozen', extra, causeInstall }]);
  audit({ action: 'account-frozen', subject: `member:${memberId}` });
}
