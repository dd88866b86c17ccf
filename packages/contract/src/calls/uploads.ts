import { write } from './call.ts';

export const uploadCalls = {
  '/member/upload-avatar-token': write('member'),
  '/member/upload-file-token': write('member'),
} as const;
