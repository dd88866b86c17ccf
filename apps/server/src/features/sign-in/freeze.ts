import type { Handler } from '#platform/gateway/call-table.ts';
import { freezeMember } from './freeze-member.ts';

/** Freezes the caller's account. This session ends too. */
export const freeze: Handler<'/member/security/freeze'> = async (context) => {
  const { memberId, installId } = context.session;
  await freezeMember(context, { memberId, causeInstall: installId });
  return {};
};
