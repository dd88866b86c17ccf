import { fail } from '@holdfast/contract/errors';
import {
  concludeChange,
  redeemChangeTicket,
  type GuardedChangeParts,
} from '#features/authenticator/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { deletePasskey } from './passkey.store.ts';

export const removePasskey =
  (parts: GuardedChangeParts): Handler<'/member/security/passkey-remove'> =>
  async (context, { id, ticket }) => {
    const { tx, session } = context;
    await redeemChangeTicket(context, 'passkey', ticket);
    if (!(await deletePasskey(tx, session.memberId, id))) throw fail('PASSKEY_NOT_FOUND');
    return concludeChange(parts, context, {
      notice: 'passkeyRemoved',
      cause: 'passkey',
      audit: 'passkey-removed',
    });
  };
