import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import { checkPassword, type LogInParts } from './check-password.ts';
import { freeze } from './freeze.ts';
import { freezeWithoutSession, prepareFreezing } from './freeze-without-session.ts';
import { logIn } from './log-in.ts';
import { signOut } from './sign-out.ts';
import { unfreeze } from './unfreeze.ts';

export const signInCalls = (parts: LogInParts) =>
  calls({
    '/member/login': handle(logIn, {
      limit: perMinute(30, 'address'),
      prepare: checkPassword(parts),
    }),
    '/member/security/freeze': handle(freeze, { limit: perMinute(5) }),
    '/member/security/freeze-without-session': handle(freezeWithoutSession, {
      limit: perMinute(5, 'address'),
      prepare: prepareFreezing(parts),
    }),
    '/member/security/unfreeze': handle(unfreeze, {
      limit: perMinute(10, 'address'),
      prepare: checkPassword(parts),
    }),
    '/member/sign-out/{account}': handle(signOut, { limit: perMinute(10) }),
  });
