import { write } from '../call.ts';

export const contactCalls = {
  '/member/force-reset-contect': write('op:risk'), // as found: "contact"
  '/member/mail-change/create-verification': write('self', { secret: true }),
  '/member/mail-change/verify': write('self', { secret: true }),
  '/member/mobile-change/create-verification': write('self', { secret: true }),
  '/member/mobile-change/verify': write('self', { secret: true }),
  '/utils/otp/mobile/send': write('anyone'),
  '/utils/otp/mobile/verify': write('anyone'),
} as const;
