import type { CallInput } from '@holdfast/contract/calls';
import { defined } from '@holdfast/kernel';
import { assertPassword, renewSession } from '#features/sign-in/index.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import { assertNewPassword } from '#platform/passwords/new-secret.ts';
import { findPasswordState, type PasswordOwner } from './password.store.ts';
import { proveOwner } from './prove-owner.ts';
import {
  hashNewPassword,
  saveNewPassword,
  type NewPassword,
  type PasswordParts,
} from './save-new-password.ts';

export const prepareChange =
  (parts: PasswordParts) =>
  async (
    preparation: MemberPreparation,
    { password, newPassword }: CallInput<'/member/changepass/{account}'>,
  ): Promise<NewPassword> => {
    assertNewPassword(newPassword);
    await assertPassword(parts, preparation, password);
    const { account } = preparation.session;
    return hashNewPassword(parts, preparation, { account, password: newPassword });
  };

/**
 * Changes the password. The session goes on under a new token, so that a copy of the old one is out. Who has a session and a password that is
 * presumed stolen may be the thief of both, so that one asks a code here as at the sign-in.
 */
export const changePassword =
  (parts: PasswordParts): Handler<'/member/changepass/{account}', NewPassword> =>
  async (context, { password, otpTicket }) => {
    const { tx, session, prepared } = context;
    const { account } = session;
    const check = async ({ id }: PasswordOwner) => {
      // Read under the row lock of `saveNewPassword`: it may have been marked a moment ago.
      const { marked } = defined(await findPasswordState(tx, id), 'a member has a credential');
      if (marked || isCommonPassword(password)) await proveOwner(context, account, otpTicket);
    };
    await saveNewPassword(parts, context, { ...prepared, account, session, check });
    return { access_token: await renewSession(context, account) };
  };
