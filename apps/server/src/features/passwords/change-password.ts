import type { CallInput } from '@holdfast/contract';
import { defined } from '@holdfast/kernel';
import { expectPassword } from '#features/sign-in/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
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
    preparation: Preparation,
    { password, newPassword }: CallInput<'/member/changepass/{account}'>,
  ): Promise<NewPassword> => {
    assertNewPassword(newPassword);
    await expectPassword(parts, preparation, password);
    const { account } = defined(preparation.session, 'a call of members');
    return hashNewPassword(parts, preparation, { account, password: newPassword });
  };

/** Ends every other session of the member; the caller goes on with this one. */
export const changePassword =
  (parts: PasswordParts): Handler<'/member/changepass/{account}', NewPassword> =>
  async (context) => {
    const { session, prepared } = context;
    await saveNewPassword(parts, context, { ...prepared, account: session.account, except: session.id });
    return {};
  };
