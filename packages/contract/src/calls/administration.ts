import { read, write } from '../call.ts';

export const sortCodeCalls = {
  '/member/get-member-sort-code': read(['own', 'op:support']),
  '/member/set-member-sort-code-offset': write('op:risk'),
  '/member/set-member-sort-code': write('op:risk'),
  '/api/v1/members/set-role-sort-code-offset': write('op:risk'),
  '/api/v1/members/set-role-sort-code': write('op:risk'),
} as const;

export const memberAdministrationCalls = {
  '/api/v1/members/set-member-permissions/{account}': write('op:risk'),
  '/api/v1/members/unblock-login/{account}': write('op:support'),
  '/member/appbk/memberList': read('op:support'),
  '/member/appbk/bankcard-list': read('op:reviewer'),
  '/register-block/add': write('op:risk'),
  '/register-block/update/{id}': write('op:risk'),
  '/register-block/list': read('op:risk'),
} as const;
