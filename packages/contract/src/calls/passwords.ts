import * as z from 'zod/mini';
import { read, write } from '../call.ts';
import { field } from '../field.ts';
import { OTP_CHANNELS } from '../one-time-codes.ts';
import { PASSWORD_MARKS, TRANSPASS_FORMS } from '../secrets.ts';
import {
  accountText,
  codeId,
  codeText,
  empty,
  installId,
  instant,
  language,
  secretText,
  ticketText,
} from './fields.ts';
import { signedIn } from './sign-in.ts';
import { questionAnswers, securityQuestions } from './security-questions.ts';

const secretWasSet = z.object({ form: z.enum(TRANSPASS_FORMS) });

export const passwordCalls = {
  '/member/changepass/{account}': write(
    'self',
    { secret: true },
    { input: z.strictObject({ password: secretText, newPassword: secretText }), output: empty },
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
      }),
      output: empty,
    },
  ),
  '/member/reset-password/forced-set/{account}': write(
    'anyone',
    {},
    { input: z.strictObject({ resetToken: ticketText, newPassword: secretText }), output: empty },
  ),
  // As found: "certification".
  '/member/flow/force-reset-password/create-cerification': write(
    'anyone',
    {},
    {
      input: z.strictObject({
        account: accountText,
        channel: z.enum(OTP_CHANNELS),
        /** Of the message. */
        lang: z.optional(language),
      }),
      output: z.object({ id: codeId, resendAt: instant, questions: securityQuestions }),
    },
  ),
  '/member/flow/force-reset-password/verify': write(
    'anyone',
    {},
    {
      input: z.strictObject({ id: codeId, code: codeText, answers: z.optional(questionAnswers) }),
      output: z.object({ token: ticketText }),
    },
  ),
  '/member/flow/force-reset-password/set-login-password': write(
    'anyone',
    {},
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
  '/member/forgettranspass/{account}': write(
    'self',
    {},
    {
      /** The login password and the ticket of a code sent for `transpass`. */
      input: z.strictObject({ password: secretText, ticket: ticketText, newTranspass: secretText }),
      output: secretWasSet,
    },
  ),
  '/member/settranspass/{account}': write(
    'self',
    {},
    {
      /** The old one; or, for a first one, the login password: an unlocked phone alone must not choose it. */
      input: z.strictObject({
        oldTranspass: z.optional(secretText),
        password: z.optional(secretText),
        newTranspass: secretText,
      }),
      output: secretWasSet,
    },
  ),
  '/member/transpass/verify': write(
    'member',
    {},
    {
      input: z.strictObject({ secret: secretText }),
      /** May stand for the secret in one call of this session. */
      output: z.object({ ticket: ticketText, until: instant }),
    },
  ),
  // As found: "registration".
  '/api/fast-registeration': write(
    'anyone',
    {},
    {
      /** The ticket is of a code sent for `register`. Account and nickname are proposed, and can be changed once. */
      input: z.strictObject({ otpTicket: ticketText, password: secretText, installId }),
      output: signedIn,
    },
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
