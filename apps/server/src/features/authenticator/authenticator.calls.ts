import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { beginAuthenticator, finishAuthenticator } from './add-authenticator.ts';
import type { GuardedChangeParts } from './guarded-change.ts';
import { prepareReleaseProof, proveRelease } from './prove-release.ts';
import { readAuthenticator } from './read-authenticator.ts';
import { prepareRemoval, removeAuthenticator } from './remove-authenticator.ts';

export const authenticatorCalls = (parts: GuardedChangeParts) =>
  calls({
    '/member/security/authenticator': handle(readAuthenticator, { limit: readsPerMinute(60) }),
    '/member/security/authenticator-ticket': handle(proveRelease, {
      limit: perMinute(10),
      prepare: prepareReleaseProof,
    }),
    '/member/security/authenticator-begin': handle(beginAuthenticator, { limit: perMinute(10) }),
    '/member/security/authenticator-finish': handle(finishAuthenticator(parts), { limit: perMinute(20) }),
    '/member/security/authenticator-remove': handle(removeAuthenticator(parts), {
      limit: perMinute(10),
      prepare: prepareRemoval,
    }),
  });
