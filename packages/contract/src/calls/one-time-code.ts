import * as z from 'zod/mini';
import { OTP_ASKED_PURPOSES, OTP_CHANNELS, OTP_LIFE_MINUTES } from '../member/one-time-code.ts';
import { write } from './call.ts';
import {
  accountText,
  addressText,
  codeId,
  codeText,
  installId,
  instant,
  language,
  ticketText,
} from './fields.ts';

export const oneTimeCodeCalls = {
  '/utils/otp/mobile/send': write(
    'anyone',
    { keptMinutes: OTP_LIFE_MINUTES },
    {
      /** `target`, a mobile number, for a purpose about an address; for one about a member `account` and `channel`. */
      input: z.strictObject({
        purpose: z.enum(OTP_ASKED_PURPOSES),
        target: z.optional(addressText),
        account: z.optional(accountText),
        channel: z.optional(z.enum(OTP_CHANNELS)),
        /** With `account`: an install that the account knows has limits of its own. */
        installId: z.optional(installId),
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
