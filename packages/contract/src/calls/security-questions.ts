import { read, write } from '../call.ts';

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
