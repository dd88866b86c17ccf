import * as z from 'zod/mini';
import { OTP_LIFE_MINUTES } from '../member/one-time-code.ts';
import { write } from './call.ts';
import { accountText, addressText, codeId, empty, instant, language, ticketText } from './fields.ts';

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

export const contactChangeCalls = {
  /** As found: "contact". Mail and mobile prove nothing until they were verified anew. */
  '/member/force-reset-contect': write(
    'op:risk',
    {},
    { input: z.strictObject({ account: accountText }), output: empty },
  ),
  '/member/mail-change/create-verification': write(
    'self',
    { secret: true, keptMinutes: OTP_LIFE_MINUTES },
    beginsChange({ mail: addressText }),
  ),
  '/member/mail-change/verify': write('self', { secret: true }, endsChange),
  '/member/mobile-change/create-verification': write(
    'self',
    { secret: true, keptMinutes: OTP_LIFE_MINUTES },
    beginsChange({ mobile: addressText }),
  ),
  '/member/mobile-change/verify': write('self', { secret: true }, endsChange),
} as const;
