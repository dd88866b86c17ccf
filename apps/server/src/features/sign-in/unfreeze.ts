import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { notify } from '#features/notifications/index.ts';
import { startCoolDown } from '#features/security/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { redeemTicket } from '#platform/tickets/tickets.store.ts';
import { recheckLogin } from './check-password.ts';
import { setFrozen, type Login } from './session.store.ts';

/** Unfreezes an account, with the password and a code. */
export const unfreeze: Handler<'/member/security/unfreeze', Login | undefined> = async (
  { tx, deviceHash, prepared, now, audit },
  { account, ticket },
) => {
  const { id: memberId } = await recheckLogin(tx, prepared);
  const proven = await redeemTicket(tx, ticket, { purpose: otpTicketPurpose('unfreeze'), deviceHash });
  if (proven?.subject !== account) throw fail('TICKET_INVALID');
  if (await setFrozen(tx, memberId, false)) {
    await startCoolDown(tx, { memberId, cause: 'device' }); // whoever had the phone may have had both
    await notify(tx, [{ memberId, type: 'accountUnfrozen', extra: { when: now.toISOString() } }]);
    audit({ action: 'account-unfrozen', subject: `member:${memberId}` });
  }
  return {};
};
