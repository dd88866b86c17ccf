import type { CallInput } from '@holdfast/contract/calls';
import { otpTicketPurpose } from '@holdfast/contract/member';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { issueTicket } from '#platform/tickets/tickets.store.ts';
import { acceptCode, type CodeVerdict, type OneTimeCodes } from './one-time-code.ts';

const TICKET_MINUTES = 10;

/** Before the transaction, so that a wrong try stays counted whatever becomes of the call. */
export const tryCode =
  (codes: OneTimeCodes) =>
  ({ db, deviceHash }: Preparation, { id, code }: CallInput<'/utils/otp/mobile/verify'>) =>
    codes.checkCode(db, { id, code, deviceHash });

/** A right code becomes a ticket: good once, on this device, for what the code was asked for. */
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
