import { read, write } from './call.ts';

export const partnerBindingCalls = {
  '/api/v1/members/bind-account-rqcode': read('member'), // as found
  '/api/v1/members/bind-account-id-verify': write('member', { secret: true }),
  '/api/v1/member/bind-account-callback': write('partner'),
  '/api/vi/members/bind-account/by/uid': write('partner'), // as found: "vi"
  '/member/partner/batch-login': write('partner'),
} as const;
