import * as z from 'zod/mini';
import { by } from '../operators/permissions.ts';
import { stream, write } from './call.ts';
import { field } from '../wire/field.ts';
import {
  accountText,
  authenticatorText,
  ceremonyText,
  codeAddress,
  codeId,
  empty,
  installId,
  instant,
  language,
  secretText,
  ticketText,
} from './fields.ts';

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
      input: z.strictObject({
        account: accountText,
        password: secretText,
        installId,
        /** The ticket of the code that the call itself has sent. */
        ticket: z.optional(ticketText),
        /** Of the step that the call itself has asked for, with a code of the authenticator. Either without the other is wrong. */
        step: z.optional(ticketText),
        code: z.optional(authenticatorText),
        /** Of that code's message. */
        lang: z.optional(language),
      }),
      /**
       * A marked password opens no session: with the token, and a code to one of `codesTo` if there are any, it can be changed. `codeId`: the account is being guessed at and does not know
       * this install. A code is on its way if the password was right; the call with its ticket opens the session. `step`: the password was right, and a code of the member's authenticator is asked for besides it.
       */
      output: z.union([
        signedIn,
        z.object({ reset_token: ticketText, codesTo: z.array(codeAddress) }),
        z.object({ codeId, resendAt: instant }),
        z.object({ step: ticketText }),
      ]),
    },
  ),
  /** The same for everybody: it names no account and no key. */
  '/member/passkey-sign-in/begin': write(
    'anyone',
    { origin: 'ours' },
    { input: empty, output: z.object({ setup: ticketText, passkeyQuestion: ceremonyText }) },
  ),
  '/member/passkey-sign-in': write(
    'anyone',
    { origin: 'ours' },
    {
      input: z.strictObject({ setup: ticketText, passkeyAnswer: ceremonyText, installId }),
      /** A marked password has to be changed here too: `account` says whose. */
      output: z.union([
        signedIn,
        z.object({
          account: field(z.string(), { log: 'masked' }),
          reset_token: ticketText,
          codesTo: z.array(codeAddress),
        }),
      ]),
    },
  ),
  '/member/sign-out/{account}': write(
    'self',
    { origin: 'ours', endsSession: true },
    { input: empty, output: empty },
  ),
  '/member/stream/{account}': stream('self'),
  /** Its pair `order` names the order that is looked at. */
  '/operator/stream': stream(by('self')),
} as const;
