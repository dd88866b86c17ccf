import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import type { SecretParts } from './save-secret.ts';
import { prepareForgottenSecret, setForgottenSecret } from './set-forgotten-secret.ts';
import { prepareSecretChange, setSecret } from './set-secret.ts';
import { prepareStepUp, verifyStepUp } from './verify-step-up.ts';

export const transactionSecretCalls = (parts: SecretParts) =>
  calls({
    '/member/settranspass/{account}': handle(setSecret(parts), {
      limit: perMinute(10),
      prepare: prepareSecretChange(parts),
    }),
    '/member/forgettranspass/{account}': handle(setForgottenSecret(parts), {
      limit: perMinute(10),
      prepare: prepareForgottenSecret(parts),
    }),
    '/member/transpass/verify': handle(verifyStepUp, {
      limit: perMinute(20),
      prepare: prepareStepUp(parts),
    }),
  });
