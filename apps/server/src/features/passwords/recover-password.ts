import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { otpTicketPurpose } from '@holdfast/contract/member';
import { redeemCodeTicket } from '#features/one-time-code/index.ts';
import { spendAnswersTicket } from '#features/security-questions/index.ts';
import { RESET_TICKET } from '#features/sign-in/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { redeemTicket } from '#platform/tickets/tickets.store.ts';
import { hashForTicket, saveNewPassword, type NewPassword, type PasswordParts } from './save-new-password.ts';

/** New passwords for who is not signed in. A ticket decides whose account it is; one of another account is answered like a bad one. */

export const prepareForgotten =
  (parts: PasswordParts) =>
  (
    preparation: Preparation,
    { ticket, newPassword }: CallInput<'/member/forget-password/set-password/{account}'>,
  ) =>
    hashForTicket(parts, otpTicketPurpose('forgotten'))(preparation, ticket, newPassword);

/** With a code that went to the member, and the answers where the member has questions. */
export const setForgottenPassword =
  (parts: PasswordParts): Handler<'/member/forget-password/set-password/{account}', NewPassword> =>
  async (context, { ticket, answersTicket }, { account }) => {
    const { tx, deviceHash, prepared } = context;
    const { subject } = await redeemCodeTicket(tx, ticket, { purpose: 'forgotten', deviceHash });
    if (subject !== account) throw fail('TICKET_INVALID');
    const check = ({ has_questions: hasQuestions }: { has_questions: boolean }) =>
      spendAnswersTicket(tx, answersTicket, { account, hasQuestions, deviceHash });
    await saveNewPassword(parts, context, { ...prepared, account, check });
    return {};
  };

export const prepareForced =
  (parts: PasswordParts) =>
  (
    preparation: Preparation,
    { resetToken, newPassword }: CallInput<'/member/reset-password/forced-set/{account}'>,
  ) =>
    hashForTicket(parts, RESET_TICKET)(preparation, resetToken, newPassword);

/** With the token that a sign-in answered instead of a session, because the password was marked. */
export const setForcedPassword =
  (parts: PasswordParts): Handler<'/member/reset-password/forced-set/{account}', NewPassword> =>
  async (context, { resetToken }, { account }) => {
    const { tx, deviceHash, prepared } = context;
    const ticket = await redeemTicket(tx, resetToken, { purpose: RESET_TICKET, deviceHash });
    if (ticket?.subject !== account) throw fail('TICKET_INVALID');
    await saveNewPassword(parts, context, { ...prepared, account });
    return {};
  };
