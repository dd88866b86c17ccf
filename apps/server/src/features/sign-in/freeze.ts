import type { Handler } from '#platform/gateway/call-table.ts';
import { freezeMember } from './freeze-member.ts';

/** Freezes the caller's account. This session ends too. */
export const freeze: Handler<'/member/security/freeze'> = async (context) => {
  const { memberId, installKey } = context.session;
  await freezeMember(context, { memberId, causeInstall: installKey });
  return {};
};
