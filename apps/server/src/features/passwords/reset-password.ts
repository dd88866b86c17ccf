import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { issueTicket, redeemTicket } from '#platform/tickets/tickets.store.ts';
import { STEP_MINUTES, TO_PASSWORD, TO_SECRET, type ResetParts } from './reset-flow.ts';
import { hashForTicket, saveNewPassword, type NewPassword } from './save-new-password.ts';

type Input = CallInput<'/member/flow/force-reset-password/set-login-password'>;

export const prepareResetPassword =
  (parts: ResetParts) =>
  (preparation: Preparation, { token, newPassword }: Input) =>
    hashForTicket(parts, TO_PASSWORD)(preparation, token, newPassword);

/** Step 3: saves the new password. */
export const resetPassword =
  (parts: ResetParts): Handler<'/member/flow/force-reset-password/set-login-password', NewPassword> =>
  async (context, { token }) => {
    const { tx, deviceHash, prepared } = context;
    const ticket = await redeemTicket(tx, token, { purpose: TO_PASSWORD, deviceHash });
    if (!ticket) throw fail('TICKET_INVALID');
    const { subject } = ticket;
    await saveNewPassword(parts, context, { ...prepared, account: subject });
    return {
      token: await issueTicket(tx, { purpose: TO_SECRET, subject, deviceHash, minutes: STEP_MINUTES }),
    };
  };
