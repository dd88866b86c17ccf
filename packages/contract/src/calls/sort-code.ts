import { read, write } from './call.ts';

export const sortCodeCalls = {
  '/member/get-member-sort-code': read(['own', 'op:support']),
  '/member/set-member-sort-code-offset': write('op:risk'),
  '/member/set-member-sort-code': write('op:risk'),
  '/api/v1/members/set-role-sort-code-offset': write('op:risk'),
  '/api/v1/members/set-role-sort-code': write('op:risk'),
} as const;
