import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { redeemCodeTicket } from '#features/one-time-code/index.ts';
import { redeemAnswersTicket } from '#features/security-questions/index.ts';
import { installKeyOf } from '#features/sign-in/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { hashForTicket, saveNewPassword, type NewPassword, type PasswordParts } from './save-new-password.ts';

type Input = CallInput<'/member/forget-password/set-password/{account}'>;

export const prepareForgotten =
  (parts: PasswordParts) =>
  (preparation: Preparation, { ticket, newPassword }: Input) =>
    hashForTicket(parts, otpTicketPurpose('forgotten'))(preparation, ticket, newPassword);

/**
 * Sets a forgotten password with a code, and with the answers where the member has security questions. The ticket decides whose account
 * it is; one of another account is refused like an invalid one.
 */
export const setForgottenPassword =
  (parts: PasswordParts): Handler<'/member/forget-password/set-password/{account}', NewPassword> =>
  async (context, { ticket, answersTicket, installId }, { account }) => {
    const { tx, deviceHash, prepared } = context;
    const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'forgotten', deviceHash });
    if (subject !== account) throw fail('TICKET_INVALID');
    const check = ({ hasQuestions }: { hasQuestions: boolean }) =>
      redeemAnswersTicket(tx, answersTicket, { account, hasQuestions, deviceHash });
    const installKey = installKeyOf(tx, installId);
    await saveNewPassword(parts, context, { ...prepared, account, installKey, check });
    return {};
  };
