// Made by `npm run gen` from the code; do not edit.
import type { CallFacts } from '../call-facts.ts';

/** How the calls of one app are made. */
export const OPERATOR_CALLS: CallFacts = {
  facts: {
    '/member/force-reset-contect': ['command'],
    '/member/securityquestion/list/{id}': ['get'],
    '/member/securityquestion/create': ['command', 'get'],
    '/member/securityquestion/update': ['command', 'get'],
    '/member/securityquestion/delete': ['command'],
    '/member/real-name/list': [],
    '/member/real-name/detail/{id}': [],
    '/member/real-name/review/{id}': ['command'],
    '/member/real-name/reset/{account}': ['command'],
    '/member/real-name/list-download': ['command'],
    '/member/bank/force-update-username': ['command'],
    '/api/v1/members/unbind-bank-cards/{account}': ['command'],
    '/member/appbk/bankcard-list': [],
    '/operator/bank-card/detail/{id}': [],
    '/operator/bank-card/review/{id}': ['command'],
    '/operator/sign-in': ['command', 'anyone'],
    '/operator/enrolment/begin': ['command', 'anyone'],
    '/operator/enrolment/finish': ['command', 'anyone'],
    '/operator/sign-out': ['command', 'endsSession'],
    '/operator/me': [],
    '/operator/request/list': [],
    '/operator/request/decide': ['command'],
    '/operator/audit/list': [],
    '/operator/administration/list': [],
    '/operator/administration/add': ['command'],
    '/operator/administration/role': ['command'],
    '/operator/administration/access': ['command'],
    '/operator/administration/reset': ['command'],
    '/operator/administration/invite': ['command'],
    '/operator/administration/end-session': ['command'],
  },
  proofs: {
},
  keptMinutes: {
  '/member/real-name/list-download': 15,
  '/operator/sign-in': 15,
  '/operator/enrolment/begin': 15,
  '/operator/enrolment/finish': 15,
  '/operator/administration/invite': 15,
},
};
