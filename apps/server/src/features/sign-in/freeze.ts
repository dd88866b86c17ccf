import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { toMemberId } from '@holdfast/kernel';
import { tell } from '#features/notifications/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { redeemTicket } from '#platform/tickets/tickets.store.ts';
import { holdLogin } from './log-in.ts';
import { endSessions } from './open-session.ts';
import { setFrozen, type LoginRow } from './session.store.ts';

/** Ends the member's sessions, this one too, and lets nobody sign in until the account was recovered. */
export const freeze: Handler<'/member/security/freeze'> = async ({ tx, session, now, audit }) => {
  const { memberId } = session;
  await setFrozen(tx, memberId, true);
  await endSessions(tx, { memberId, reason: 'freeze' });
  await tell(tx, [{ memberId, type: 'accountFrozen', extra: { when: now.toISOString() } }]);
  audit({ action: 'account-frozen', subject: `member:${memberId}` });
  return {};
};

/** Lifts a freeze for who has the password and the code; what goes wrong with either sounds the same to a stranger. */
export const unfreeze: Handler<'/member/security/unfreeze', LoginRow | undefined> = async (
  { tx, deviceHash, prepared, now, audit },
  { account, ticket },
) => {
  const memberId = toMemberId((await holdLogin(tx, prepared)).id);
  const proven = await redeemTicket(tx, ticket, { purpose: otpTicketPurpose('unfreeze'), deviceHash });
  if (proven?.subject !== account) throw fail('TICKET_INVALID');
  if (await setFrozen(tx, memberId, false)) {
    await startCoolDown(tx, { memberId, cause: 'device' }); // whoever had the phone may have had both
    await tell(tx, [{ memberId, type: 'accountUnfrozen', extra: { when: now.toISOString() } }]);
    audit({ action: 'account-unfrozen', subject: `member:${memberId}` });
  }
  return {};
};
