import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { RESET_TICKET } from '#features/sign-in/index.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { asProof } from '#platform/gateway/reply.ts';
import { redeemTicket } from '#platform/tickets/tickets.store.ts';
import { proveOwner } from './prove-owner.ts';
import { hashForTicket, saveNewPassword, type NewPassword, type PasswordParts } from './save-new-password.ts';

type Input = CallInput<'/member/reset-password/forced-set/{account}'>;

export const prepareForced =
  (parts: PasswordParts) =>
  (preparation: Preparation, { resetToken, newPassword }: Input) =>
    hashForTicket(parts, RESET_TICKET)(preparation, resetToken, newPassword);

/** Sets a password with the token that a sign-in answers instead of a session when the password is marked, and a code. */
export const setForcedPassword =
  (parts: PasswordParts): Handler<'/member/reset-password/forced-set/{account}', NewPassword> =>
  async (context, { resetToken, otpTicket }, { account }) => {
    const { tx, deviceHash, prepared } = context;
    const ticket = await redeemTicket(tx, resetToken, { purpose: RESET_TICKET, deviceHash });
    if (ticket?.subject !== account) throw fail('TICKET_INVALID');
    await asProof(() => proveOwner(context, account, otpTicket));
    await saveNewPassword(parts, context, { ...prepared, account });
    return {};
  };
