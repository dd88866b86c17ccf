import * as z from 'zod/mini';
import { read, stream, write } from '../call.ts';
import { field } from '../field.ts';
import { accountText, empty, installId, secretText } from './fields.ts';

/** The seed's memberData.login: what a device keeps of a sign-in. */
const signedIn = z.object({
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
      output: signedIn,
    },
  ),
  '/member/register': write(
    'anyone',
    {},
    {
      input: z.strictObject({
        account: accountText,
        nick: z.string().check(z.maxLength(64)),
        password: secretText,
        /** The six digits that later guard money; as a password of variant one it can be chosen in the security centre. */
        newTranspass: secretText,
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
        nick: z.optional(z.string().check(z.maxLength(64))),
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

export const passwordCalls = {
  '/member/changepass/{account}': write('self', { secret: true }),
  '/member/forget-password/set-password/{account}': write('anyone'),
  '/member/reset-password/forced-set/{account}': write('anyone'),
  '/member/flow/force-reset-password/create-cerification': write('anyone'), // as found
  '/member/flow/force-reset-password/verify': write('anyone'),
  '/member/flow/force-reset-password/set-login-password': write('anyone'),
  '/member/flow/force-reset-password/set-transaction-password': write('anyone'),
  '/member/forgettranspass/{account}': write('self'),
  '/member/settranspass/{account}': write('self'),
  '/member/transpass/verify': write('member'),
  '/api/fast-registeration': write('anyone'), // as found
  '/member/account/passwordExpired': read('member'),
} as const;

export const securityQuestionCalls = {
  '/member/securityquestion/list': read('member', { method: 'GET' }),
  '/member/securityquestion/list/{id}': read('op:admin', { method: 'GET' }),
  // As found: two GETs that write. They are guarded like every other write.
  '/member/securityquestion/create': write('op:admin', { method: 'GET' }),
  '/member/securityquestion/update': write('op:admin', { method: 'GET' }),
  '/member/securityquestion/delete': write('op:admin'),
  '/member/security-questions-get': read('anyone'),
  '/member/security-questions-verification/{account}': write('anyone'),
} as const;

export const contactCalls = {
  '/member/force-reset-contect': write('op:risk'), // as found: "contact"
  '/member/mail-change/create-verification': write('self', { secret: true }),
  '/member/mail-change/verify': write('self', { secret: true }),
  '/member/mobile-change/create-verification': write('self', { secret: true }),
  '/member/mobile-change/verify': write('self', { secret: true }),
  '/utils/otp/mobile/send': write('anyone'),
  '/utils/otp/mobile/verify': write('anyone'),
} as const;
