import { read, write } from './call.ts';

export const thirdPartyPaymentCalls = {
  '/member/third-party-payment/review': read('op:reviewer', { method: 'GET' }),
  '/member/third-party-payment/detail/{id}': read(['own', 'op:reviewer'], { method: 'GET' }),
  '/member/third-party-payment/set-status/{id}': write('op:reviewer'),
  '/member/third-party-payment/upload-resource-id-binding': write('member', { secret: true }),
  '/member/third-party-payment/delete': write('member', { secret: true }),
  '/member/third-party-payment/check-payment-in-progress': read('member'),
  '/member/third-party-payment/force-add': write('op:reviewer'),
} as const;
