import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { checkDuplicate } from './check-duplicate.ts';
import { hashSecrets, register } from './register.ts';

export const registrationCalls = ({ passwords }: { passwords: Passwords }) =>
  calls({
    '/member/register': handle(register, {
      limit: perMinute(10, 'address'),
      prepare: hashSecrets(passwords),
      answerKeptMinutes: 15, // it holds the token
    }),
    '/member/check-duplicate/account-and-nickname': handle(checkDuplicate, {
      limit: perMinute(60, 'address'),
    }),
  });
