import { fail } from '@holdfast/contract/errors';
import { endSessions, markPassword } from '#features/sign-in/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { selectMemberForUpdate } from './member.store.ts';

/**
 * An operator has reason to think that somebody else knows a member's password. Whoever is signed in is out, and the next sign-in sets another
 * one, with a code to a proven address. The operator starts that and chooses no password.
 */
export const markMemberPassword: Handler<'/operator/member/password-mark/{account}'> = async (
  { tx, audit },
  { reason },
  { account },
) => {
  const member = (await selectMemberForUpdate(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  await markPassword(tx, member.id, 'operator');
  await endSessions(tx, { memberId: member.id, reason: 'operator' });
  audit({ action: 'member-password-marked', subject: `member:${account}`, detail: { reason } });
  return {};
};
