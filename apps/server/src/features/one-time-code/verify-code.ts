import type { CallInput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { acceptCode, type CodeVerdict, type OneTimeCodes } from './codes.ts';

const TICKET_MINUTES = 10;

/** Runs before the transaction, so that a wrong try stays counted even if the call fails. */
export const prepareVerifyCode =
  (codes: OneTimeCodes) =>
  (preparation: Preparation, { id, code }: CallInput<'/utils/otp/mobile/verify'>) =>
    codes.checkCode(preparation, { id, code });

/** Exchanges a right code for a single-use ticket, bound to this device and the code's purpose. */
export const verifyCode: Handler<'/utils/otp/mobile/verify', CodeVerdict> = async (context) => {
  const { tx, deviceHash, prepared } = context;
  const { purpose, subject, channel, target } = await acceptCode(tx, prepared);
  const ticket = await issueTicket(tx, {
    purpose: otpTicketPurpose(purpose),
    subject,
    deviceHash,
    minutes: TICKET_MINUTES,
    data: { channel, target },
  });
  return { ticket };
};
