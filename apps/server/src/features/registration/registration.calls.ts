import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { checkDuplicate } from './check-duplicate.ts';
import { hashPassword, registerFast } from './register-fast.ts';
import { hashSecrets, register } from './register.ts';
import { addBlock, listRegisterBlocks, updateBlock } from './register-block.ts';
import { rename } from './rename.ts';

export const registrationCalls = ({ passwords }: { passwords: Passwords }) =>
  calls({
    '/member/register': handle(register, {
      limit: perMinute(10),
      isCostly: true,
      prepare: hashSecrets(passwords),
    }),
    '/api/fast-registeration': handle(registerFast, {
      limit: perMinute(10),
      isCostly: true,
      prepare: hashPassword(passwords),
    }),
    '/register-block/add': handle(addBlock, { limit: perMinute(30) }),
    '/register-block/update/{id}': handle(updateBlock, { limit: perMinute(30) }),
    '/register-block/list': handle(listRegisterBlocks, { limit: readsPerMinute(120) }),
    '/member/security/rename': handle(rename, { limit: perMinute(10) }),
    '/member/check-duplicate/account-and-nickname': handle(checkDuplicate, {
      limit: perMinute(60, 'address'),
    }),
  });
