import type { Handler } from '#platform/gateway/call-table.ts';
import { listPasskeys } from './passkey.store.ts';

export const readPasskeys: Handler<'/member/security/passkeys'> = async ({ tx, session: { memberId } }) => ({
  passkeys: (await listPasskeys(tx, memberId)).map(({ id, name, addedAt, usedAt, isSuspended }) => ({
    id,
    name,
    addedAt: addedAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    isSuspended,
  })),
});
