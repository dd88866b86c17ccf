import type { CallOutput } from '@holdfast/contract/calls';
import type { MemberId } from '@holdfast/kernel';
import type { Tx } from '#platform/db/db.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { canProveRelease } from './prove-release.ts';
import { countRecoveryCodes, findAuthenticator } from './authenticator.store.ts';

/** How a member's authenticator stands. */
export async function readAuthenticatorState(
  tx: Tx,
  memberId: MemberId,
): Promise<Pick<CallOutput<'/member/security/authenticator'>, 'state' | 'addedAt'>> {
  const found = await findAuthenticator(tx, memberId);
  if (!found) return { state: 'none', addedAt: null };
  return { state: found.isSuspended ? 'suspended' : 'on', addedAt: found.addedAt.toISOString() };
}

export const readAuthenticator: Handler<'/member/security/authenticator'> = async ({
  tx,
  session: { memberId },
}) => ({
  ...(await readAuthenticatorState(tx, memberId)),
  recoveryCodesLeft: await countRecoveryCodes(tx, memberId),
  provesRelease: await canProveRelease(tx, memberId),
});
