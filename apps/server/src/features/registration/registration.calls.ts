import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { checkDuplicate } from './check-duplicate.ts';
import { hashPassword, registerFast } from './register-fast.ts';
import { hashSecrets, register } from './register.ts';
import { rename } from './rename.ts';

export const registrationCalls = ({ passwords }: { passwords: Passwords }) =>
  calls({
    '/member/register': handle(register, {
      limit: perMinute(10, 'address'),
      isCostly: true,
      prepare: hashSecrets(passwords),
    }),
    '/api/fast-registeration': handle(registerFast, {
      limit: perMinute(10, 'address'),
      isCostly: true,
      prepare: hashPassword(passwords),
    }),
    '/member/security/rename': handle(rename, { limit: perMinute(10) }),
    '/member/check-duplicate/account-and-nickname': handle(checkDuplicate, {
      limit: perMinute(60, 'address'),
    }),
  });
