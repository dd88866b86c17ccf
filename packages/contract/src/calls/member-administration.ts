import { read, write } from './call.ts';

export const memberAdministrationCalls = {
  '/api/v1/members/set-member-permissions/{account}': write('op:risk'),
  '/api/v1/members/unblock-login/{account}': write('op:support'),
  '/member/appbk/memberList': read('op:support'),
} as const;
