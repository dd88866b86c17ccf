import { fail } from '@holdfast/contract/errors';
import type { Handler } from '#platform/gateway/call-table.ts';
import { savePasskeyName } from './passkey.store.ts';

/** A name gives nobody anything, so nothing is asked for it. */
export const renamePasskey: Handler<'/member/security/passkey-rename'> = async (
  { tx, session },
  { id, name },
) => {
  if (!(await savePasskeyName(tx, session.memberId, { id, name: name.trim() })))
    throw fail('PASSKEY_NOT_FOUND');
  return {};
};
