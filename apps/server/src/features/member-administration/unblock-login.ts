import { fail } from '@holdfast/contract/errors';
import { liftSignInBrake } from '#features/sign-in/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { findMember } from './member.store.ts';

/** Ends what guesses at a member's password have brought: the brake, and whom the account no longer knows. */
export const unblockLogin: Handler<'/api/v1/members/unblock-login/{account}'> = async (
  { tx, audit },
  { reason },
  { account },
) => {
  const member = (await findMember(tx, account)) ?? fail('MEMBER_NOT_FOUND');
  await liftSignInBrake(tx, member.account);
  audit({ action: 'member-unblocked', subject: `member:${account}`, detail: { reason } });
  return {};
};
