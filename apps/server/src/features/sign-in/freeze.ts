import { notify } from '#features/notifications/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { endSessions } from './end-sessions.ts';
import { setFrozen } from './session.store.ts';

/** Freezes the account: ends all sessions, this one too, and allows no sign-in until the member unfreezes it. */
export const freeze: Handler<'/member/security/freeze'> = async ({ tx, session, now, audit }) => {
  const { memberId, installId } = session;
  await setFrozen(tx, memberId, true);
  await endSessions(tx, { memberId, reason: 'freeze' });
  await notify(tx, [
    { memberId, type: 'accountFrozen', extra: { when: now.toISOString() }, causeInstall: installId },
  ]);
  audit({ action: 'account-frozen', subject: `member:${memberId}` });
  return {};
};
