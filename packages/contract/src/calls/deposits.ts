import { read, write } from './call.ts';

export const depositCalls = {
  '/api/v1/members/deposit-qrcode': read('member'),
  '/api/v1/members/confirm-before-desposit': read('member'), // as found
  '/api/v1/members/desopsit-id-verify': write('member', { secret: true }), // as found
} as const;
