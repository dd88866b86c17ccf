import type { CallInput } from '@holdfast/contract/calls';
import { assertPassword, renewSession } from '#features/sign-in/index.ts';
import type { Handler, MemberPreparation } from '#platform/gateway/call-table.ts';
import { assertNewPassword } from '#platform/passwords/new-secret.ts';
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

/** Changes the password. The session goes on under a new token, so that a copy of the old one is out. */
export const changePassword =
  (parts: PasswordParts): Handler<'/member/changepass/{account}', NewPassword> =>
  async (context) => {
    const { session, prepared } = context;
    const { account } = session;
    await saveNewPassword(parts, context, { ...prepared, account, session });
    return { access_token: await renewSession(context, account) };
  };
