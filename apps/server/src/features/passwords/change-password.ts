import type { CallInput } from '@holdfast/contract/calls';
import { assertPassword } from '#features/sign-in/index.ts';
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

/** Changes the password and ends every other session of the member. */
export const changePassword =
  (parts: PasswordParts): Handler<'/member/changepass/{account}', NewPassword> =>
  async (context) => {
    const { session, prepared } = context;
    await saveNewPassword(parts, context, { ...prepared, account: session.account, session });
    return {};
  };
