import { fail } from '@holdfast/contract/errors';
import { isAccount, isNickname } from '@holdfast/contract/rules';
import { renewSession } from '#features/sign-in/index.ts';
import type { Handler } from '#platform/gateway/call-table.ts';
import { selectProposedNamesForUpdate, setNames } from './member.store.ts';

/** Changes the names that fast registration proposed, once. The session continues under the new account, with a new token. */
export const rename: Handler<'/member/security/rename'> = async (context, { account, nick }) => {
  const { tx, session } = context;
  const fields = [...(isAccount(account) ? [] : ['account']), ...(isNickname(nick) ? [] : ['nick'])];
  if (fields.length > 0) throw fail('PARAMETERS_INVALID', { fields });
  const { memberId } = session;
  if (!(await selectProposedNamesForUpdate(tx, memberId))) throw fail('RENAME_USED');
  const clash = await setNames(tx, memberId, { account, nick });
  if (clash === 'account') throw fail('ACCOUNT_TAKEN');
  if (clash === 'nick') throw fail('NICKNAME_TAKEN');
  const token = await renewSession(context, account);
  return { account, access_token: token, nick, uid: session.uid };
};
