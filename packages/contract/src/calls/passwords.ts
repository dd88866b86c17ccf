import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { field } from '../wire/field.ts';
import { OTP_CHANNELS, OTP_LIFE_MINUTES } from '../member/one-time-code.ts';
import { PASSWORD_MARKS } from '../member/secrets.ts';
import {
  accountText,
  codeId,
  codeText,
  empty,
  installId,
  instant,
  language,
  proofTicket,
  secretText,
  ticketText,
  tokenText,
} from './fields.ts';
import { secretWasSet } from './transaction-secret.ts';
import { questionAnswers, securityQuestions } from './security-questions.ts';

export const passwordCalls = {
  '/member/changepass/{account}': write(
    'self',
    { secret: true, renewsSession: true },
    {
      /** `otpTicket`, that of a code sent for `forced-set`: asked where the password is marked and the member has a proven address. */
      input: z.strictObject({
        password: secretText,
        newPassword: secretText,
        otpTicket: z.optional(ticketText),
      }),
      output: z.object({ access_token: tokenText }),
    },
  ),
  '/member/forget-password/set-password/{account}': write(
    'anyone',
    {},
    {
      /** The ticket of a code sent for `forgotten`, and one for answers where the member has questions. */
      input: z.strictObject({
        ticket: ticketText,
        answersTicket: z.optional(ticketText),
        newPassword: secretText,
        installId: z.optional(installId),
      }),
      output: empty,
    },
  ),
  '/member/reset-password/forced-set/{account}': write(
    'anyone',
    {},
    {
      /** `otpTicket`, that of a code sent for `forced-set`: asked where the member has a proven address. */
      input: z.strictObject({
        resetToken: ticketText,
        newPassword: secretText,
        otpTicket: z.optional(proofTicket),
      }),
      output: empty,
    },
  ),
  // As found: "certification".
  '/member/flow/force-reset-password/create-cerification': write(
    'anyone',
    { keptMinutes: OTP_LIFE_MINUTES },
    {
      input: z.strictObject({
        account: accountText,
        channel: z.enum(OTP_CHANNELS),
        installId: z.optional(installId),
        /** Of the message. */
        lang: z.optional(language),
      }),
      output: z.object({ id: codeId, resendAt: instant, questions: securityQuestions }),
    },
  ),
  '/member/flow/force-reset-password/verify': write(
    'anyone',
    { keptMinutes: 10 },
    {
      input: z.strictObject({ id: codeId, code: codeText, answers: z.optional(questionAnswers) }),
      output: z.object({ token: ticketText }),
    },
  ),
  '/member/flow/force-reset-password/set-login-password': write(
    'anyone',
    { keptMinutes: 10 },
    {
      input: z.strictObject({ token: ticketText, newPassword: secretText }),
      /** Good for the next step and no other. */
      output: z.object({ token: ticketText }),
    },
  ),
  '/member/flow/force-reset-password/set-transaction-password': write(
    'anyone',
    {},
    { input: z.strictObject({ token: ticketText, newTranspass: secretText }), output: secretWasSet },
  ),
  '/member/account/passwordExpired': read(
    'member',
    {},
    {
      input: empty,
      output: z.object({
        expired: z.boolean(),
        /** `operator` and `breach`: somebody or something marked it; `age`: it is older than the policy allows. */
        reason: z.nullable(field(z.enum(PASSWORD_MARKS), { log: 'plain' })),
      }),
    },
  ),
} as const;
