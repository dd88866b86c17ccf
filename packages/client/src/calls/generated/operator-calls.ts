// Made by `npm run gen` from the code; do not edit.
import type { CallTable } from '../call-facts.ts';

/** How the calls of one app are made. */
export const OPERATOR_CALLS: CallTable = [
  {
    facts: ['command'],
    paths: [
      '/register-block/add',
      '/member/force-reset-contect',
      '/member/securityquestion/delete',
      '/member/real-name/review/{id}',
      '/member/real-name/reset/{account}',
      '/member/bank/force-update-username',
      '/api/v1/members/unbind-bank-cards/{account}',
      '/operator/bank-card/review/{id}',
      '/member/third-party-payment/set-status/{id}',
      '/member/third-party-payment/force-add',
      '/api/v1/members/unbind-3rd-payments/{account}',
      '/api/v1/members/set-member-permissions/{account}',
      '/operator/member/second-step-remove/{account}',
      '/operator/dead-letter/give-up',
      '/operator/broadcast/ask',
      '/operator/broadcast/stop',
      '/operator/listing/suspend',
      '/operator/remark/decide/{id}',
      '/operator/request/decide',
      '/operator/administration/add',
      '/operator/administration/reset',
      '/operator/administration/end-session',
      '/operator/case/rule',
      '/operator/flag/parties-decide/{id}',
      '/operator/flag/decide/{id}',
      '/operator/reply-template/save',
      '/operator/maintenance/plan',
      '/operator/outage/declare',
      '/operator/outage/end',
      '/operator/maintenance/end',
      '/operator/setting/change',
      '/operator/setting/withdraw',
    ],
  },
  {
    facts: ['command', 'repeatable'], keptMinutes: 15,
    paths: [
      '/register-block/update/{id}',
      '/member/account/use-level-set',
      '/operator/member/password-mark/{account}',
      '/api/v1/members/unblock-login/{account}',
      '/api/v1/members/set-multi-locks/{account}',
      '/api/v1/members/set-max-number-of-order-locks/{account}',
      '/member/set-member-sort-code-offset',
      '/member/set-member-sort-code',
      '/api/v1/members/set-role-sort-code-offset',
      '/api/v1/members/set-role-sort-code',
      '/operator/dead-letter/retry',
      '/api/clear-cancel-record',
      '/operator/review/claim/{id}',
      '/operator/review/release/{id}',
      '/operator/review/next',
      '/operator/case/claim/{id}',
      '/operator/case/release/{id}',
      '/operator/case/next',
    ],
  },
  {
    facts: ['get'],
    paths: [
      '/member/securityquestion/list/{id}',
      '/member/third-party-payment/review',
      '/member/third-party-payment/detail/{id}',
    ],
  },
  {
    facts: ['command', 'get'],
    paths: [
      '/member/securityquestion/create',
      '/member/securityquestion/update',
    ],
  },
  {
    facts: ['command'], keptMinutes: 15,
    paths: [
      '/member/real-name/list-download',
      '/operator/member/reveal/{account}',
      '/operator/administration/role',
      '/operator/administration/access',
      '/operator/administration/invite',
      '/operator/case/say/{id}',
    ],
  },
  {
    facts: ['command', 'anyone'], keptMinutes: 15,
    paths: [
      '/operator/sign-in',
      '/operator/enrolment/begin',
      '/operator/enrolment/finish',
    ],
  },
  {
    facts: ['command', 'endsSession'],
    paths: [
      '/operator/sign-out',
    ],
  },
  {
    facts: ['command'], keptMinutes: 5,
    paths: [
      '/operator/case/reveal/{id}',
      '/operator/case/evidence/{id}',
    ],
  },
];
