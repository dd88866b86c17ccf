import type { OneTimeCodes } from '#features/one-time-code/index.ts';
import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import type { LogInParts } from './check-password.ts';
import { freeze } from './freeze.ts';
import { freezeWithoutSession, prepareFreezing } from './freeze-without-session.ts';
import { logIn, prepareLogIn } from './log-in.ts';
import {
  beginPasskeySignIn,
  preparePasskeySignIn,
  signInWithPasskey,
  type PasskeySignInParts,
} from './passkey-sign-in.ts';
import { signOut } from './sign-out.ts';
import { prepareUnfreezing, unfreeze } from './unfreeze.ts';

/** Limits by network stand in `prepare`, where the install is known: what others do must not stop one that the account knows. */
export const signInCalls = (parts: LogInParts & PasskeySignInParts & { readonly codes: OneTimeCodes }) =>
  calls({
    '/member/login': handle(logIn(parts), {
      limit: perMinute(30),
      isCostly: true,
      prepare: prepareLogIn(parts),
    }),
    '/member/passkey-sign-in/begin': handle(beginPasskeySignIn(parts), { limit: perMinute(30) }),
    '/member/passkey-sign-in': handle(signInWithPasskey, {
      limit: perMinute(30),
      isCostly: true,
      prepare: preparePasskeySignIn(parts),
    }),
    '/member/security/freeze': handle(freeze, { limit: perMinute(5) }),
    '/member/security/freeze-without-session': handle(freezeWithoutSession, {
      limit: perMinute(5),
      isCostly: true,
      prepare: prepareFreezing(parts),
    }),
    '/member/security/unfreeze': handle(unfreeze(parts), {
      limit: perMinute(10),
      isCostly: true,
      prepare: prepareUnfreezing(parts),
    }),
    '/member/sign-out/{account}': handle(signOut, { limit: perMinute(10) }),
  });
