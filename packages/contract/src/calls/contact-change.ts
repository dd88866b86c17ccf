import * as z from 'zod/mini';
import { OTP_CHANNELS, OTP_LIFE_MINUTES } from '../member/one-time-code.ts';
import { write } from './call.ts';
import {
  accountText,
  addressText,
  codeAddress,
  codeId,
  empty,
  instant,
  language,
  ticketText,
  tokenText,
} from './fields.ts';
import { reasonText } from './operators.ts';

const sentCode = z.object({ id: codeId, resendAt: instant });

/**
 * Codes go to the new address and, where there is one, to an address that was proven before: on the channel `via` if there is one on it, else
 * on the other channel.
 */
/* @__NO_SIDE_EFFECTS__ */
function beginsChange<Address extends Record<string, typeof addressText>>(address: Address) {
  return {
    input: z.strictObject({ ...address, via: z.optional(z.enum(OTP_CHANNELS)), lang: z.optional(language) }),
    output: z.object({ new: sentCode, old: z.optional(z.extend(sentCode, codeAddress.shape)) }),
  };
}

/** The tickets of both codes. */
const endsChange = {
  input: z.strictObject({ newTicket: ticketText, oldTicket: z.optional(ticketText) }),
  output: z.object({ coolDownUntil: instant, access_token: tokenText }),
};

export const contactChangeCalls = {
  /**
   * As found: "contact". Mail and mobile prove nothing from now on, and the member may verify `mobile` without them. It follows a fresh selfie
   * that another operator has approved.
   */
  '/member/force-reset-contect': write(
    'op:risk',
    {},
    {
      input: z.strictObject({ account: accountText, mobile: addressText, reason: reasonText }),
      output: empty,
    },
  ),
  '/member/mail-change/create-verification': write(
    'self',
    { secret: true, keptMinutes: OTP_LIFE_MINUTES },
    beginsChange({ mail: addressText }),
  ),
  '/member/mail-change/verify': write('self', { secret: true, renewsSession: true }, endsChange),
  '/member/mobile-change/create-verification': write(
    'self',
    { secret: true, keptMinutes: OTP_LIFE_MINUTES },
    beginsChange({ mobile: addressText }),
  ),
  '/member/mobile-change/verify': write('self', { secret: true, renewsSession: true }, endsChange),
} as const;
