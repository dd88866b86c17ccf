import * as z from 'zod/mini';
import { write } from '../call.ts';
import { field } from '../field.ts';
import { OTP_ASKED_PURPOSES, OTP_CHANNELS } from '../one-time-codes.ts';
import { accountText, codeId, codeText, instant, language, ticketText } from './fields.ts';

export const contactCalls = {
  '/member/force-reset-contect': write('op:risk'), // as found: "contact"
  '/member/mail-change/create-verification': write('self', { secret: true }),
  '/member/mail-change/verify': write('self', { secret: true }),
  '/member/mobile-change/create-verification': write('self', { secret: true }),
  '/member/mobile-change/verify': write('self', { secret: true }),
  '/utils/otp/mobile/send': write(
    'anyone',
    {},
    {
      /** `target`, a mobile number or a mail address, for a purpose about an address; for one about a member `account` and `channel`. */
      input: z.strictObject({
        purpose: z.enum(OTP_ASKED_PURPOSES),
        target: z.optional(field(z.string().check(z.minLength(1), z.maxLength(254)), { log: 'never' })),
        account: z.optional(accountText),
        channel: z.optional(z.enum(OTP_CHANNELS)),
        /** Of the message. */
        lang: z.optional(language),
      }),
      output: z.object({ id: codeId, resendAt: instant }),
    },
  ),
  '/utils/otp/mobile/verify': write(
    'anyone',
    {},
    {
      input: z.strictObject({ id: codeId, code: codeText }),
      output: z.object({ ticket: ticketText }),
    },
  ),
} as const;
