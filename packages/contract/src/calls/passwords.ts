import { read, write } from '../call.ts';

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
