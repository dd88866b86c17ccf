import * as z from 'zod/mini';
import { write } from '../call.ts';
import { field } from '../field.ts';
import { OTP_ASKED_PURPOSES, OTP_CHANNELS } from '../one-time-codes.ts';
import { accountText, codeId, codeText, empty, instant, language, ticketText } from './fields.ts';

const addressText = field(z.string().check(z.minLength(1), z.maxLength(254)), { log: 'never' });
const sentCode = z.object({ id: codeId, resendAt: instant });

/** Codes go to the new address and, where there is one that still proves something, to the old. */
/* @__NO_SIDE_EFFECTS__ */
function beginsChange<Address extends Record<string, typeof addressText>>(address: Address) {
  return {
    input: z.strictObject({ ...address, lang: z.optional(language) }),
    output: z.object({ new: sentCode, old: z.optional(sentCode) }),
  };
}

/** The tickets of both codes. */
const endsChange = {
  input: z.strictObject({ newTicket: ticketText, oldTicket: z.optional(ticketText) }),
  output: z.object({ coolDownUntil: instant }),
};

export const contactCalls = {
  /** As found: "contact". Mail and mobile prove nothing until they were verified anew. */
  '/member/force-reset-contect': write(
    'op:risk',
    {},
    { input: z.strictObject({ account: accountText }), output: empty },
  ),
  '/member/mail-change/create-verification': write(
    'self',
    { secret: true },
    beginsChange({ mail: addressText }),
  ),
  '/member/mail-change/verify': write('self', { secret: true }, endsChange),
  '/member/mobile-change/create-verification': write(
    'self',
    { secret: true },
    beginsChange({ mobile: addressText }),
  ),
  '/member/mobile-change/verify': write('self', { secret: true }, endsChange),
  '/utils/otp/mobile/send': write(
    'anyone',
    {},
    {
      /** `target`, a mobile number, for a purpose about an address; for one about a member `account` and `channel`. */
      input: z.strictObject({
        purpose: z.enum(OTP_ASKED_PURPOSES),
        target: z.optional(addressText),
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
