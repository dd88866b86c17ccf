import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { deleteAuthenticator, findAuthenticator } from './authenticator.store.ts';
import { compareCode, takeCode, type ShownCode } from './codes.ts';
import { concludeChange, redeemChangeTicket, type GuardedChangeParts } from './guarded-change.ts';

/** Compares the code outside the transaction, so that a wrong one stays counted. */
export async function prepareRemoval(
  { db, session: { memberId } }: MemberPreparation,
  { code: typed }: CallInput<'/member/security/authenticator-remove'>,
): Promise<ShownCode | undefined> {
  return typed === undefined ? undefined : compareCode(db, { memberId, typed, asker: 'session' });
}

/** Removes the authenticator. A suspended one may be somebody else's, so nobody is asked for its code. */
export const removeAuthenticator =
  (parts: GuardedChangeParts): Handler<'/member/security/authenticator-remove', ShownCode | undefined> =>
  async (context, { ticket }) => {
    const { tx, session, prepared: shown } = context;
    const { memberId } = session;
    const found = await findAuthenticator(tx, memberId);
    if (!found) throw fail('AUTHENTICATOR_NONE');
    if (!found.isSuspended && !(shown && (await takeCode(tx, memberId, shown))))
      throw fail('AUTHENTICATOR_CODE_WRONG');
    await redeemChangeTicket(context, 'authenticator', ticket);
    await deleteAuthenticator(tx, memberId);
    return concludeChange(parts, context, {
      notice: 'authenticatorRemoved',
      cause: 'authenticator',
      audit: 'authenticator-removed',
    });
  };
