import { read, write } from './call.ts';

export const realNameCalls = {
  '/member/real-name/upload-auth/{account}': write('self'),
  '/member/real-name/list': read('op:reviewer'),
  '/member/real-name/review/{id}': write('op:reviewer'),
  '/member/real-name/detail/{id}': read('op:reviewer'),
  '/member/real-name/reset/{account}': write('op:reviewer'),
  '/member/real-name/list-download': write('op:reviewer'),
} as const;
