import * as z from 'zod/mini';
import { read, write } from './call.ts';
import { accountText, installId, nickText, secretText, ticketText } from './fields.ts';
import { signedIn } from './sign-in.ts';

export const registrationCalls = {
  '/member/register': write(
    'anyone',
    {},
    {
      input: z.strictObject({
        account: accountText,
        nick: nickText,
        password: secretText,
        /** The six digits that later guard money; as a password of variant one it can be chosen in the security centre. */
        newTranspass: secretText,
        /** Of a code sent to the member's mobile for `register`. */
        otpTicket: ticketText,
        installId,
      }),
      output: signedIn,
    },
  ),
  '/member/check-duplicate/account-and-nickname': read(
    'anyone',
    {},
    {
      input: z.strictObject({
        account: z.optional(accountText),
        nick: z.optional(nickText),
      }),
      output: z.object({
        account: z.optional(z.enum(['free', 'taken'])),
        nick: z.optional(z.enum(['free', 'taken'])),
      }),
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
  '/register-block/add': write('op:risk'),
  '/register-block/update/{id}': write('op:risk'),
  '/register-block/list': read('op:risk'),
} as const;
