import * as z from 'zod/mini';
import { read, stream, write } from '../call.ts';
import { field } from '../field.ts';
import { accountText, empty, installId, nickText, secretText, ticketText } from './fields.ts';

/** The seed's memberData.login: what a device keeps of a sign-in. */
export const signedIn = z.object({
  account: field(z.string(), { log: 'masked' }),
  access_token: field(z.string(), { log: 'never' }),
  nick: field(z.string(), { log: 'plain' }),
  uid: field(z.string(), { log: 'plain' }),
});

export const signInCalls = {
  '/member/login': write(
    'anyone',
    {},
    {
      input: z.strictObject({ account: accountText, password: secretText, installId }),
      /** A marked password opens no session: with the token it can be changed. */
      output: z.union([signedIn, z.object({ reset_token: ticketText })]),
    },
  ),
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
  '/member/sign-out/{account}': write('self', { origin: 'ours' }, { input: empty, output: empty }),
  '/member/stream/{account}': stream('self'),
  '/operator/stream': stream('op:support'),
} as const;
