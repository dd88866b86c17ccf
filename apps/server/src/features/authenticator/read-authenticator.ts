import type { Handler } from '#platform/gateway/call-table.ts';
import { countRecoveryCodes, findAuthenticator } from './authenticator.store.ts';

export const readAuthenticator: Handler<'/member/security/authenticator'> = async ({
  tx,
  session: { memberId },
}) => {
  const found = await findAuthenticator(tx, memberId);
  if (!found) return { state: 'none', addedAt: null, recoveryCodesLeft: 0 };
  return {
    state: found.isSuspended ? 'suspended' : 'on',
    addedAt: found.addedAt.toISOString(),
    recoveryCodesLeft: await countRecoveryCodes(tx, memberId),
  };
};
