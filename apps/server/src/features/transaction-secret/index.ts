import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute } from '#platform/limits/limits.ts';
import { forgetSecret, prepareForgotten, prepareSet, setSecret, type SetSecretParts } from './set-secret.ts';
import { trySecret, verifyStepUp } from './verify-step-up.ts';

/** The secret that guards money. */
export { prepareSecret, resetSecret } from './set-secret.ts';
export { secretGuard } from './verify-secret.ts';

export const transactionCodeCalls = (parts: SetSecretParts) =>
  calls({
    '/member/settranspass/{account}': handle(setSecret(parts), {
      limit: perMinute(10),
      prepare: prepareSet(parts),
    }),
    '/member/forgettranspass/{account}': handle(forgetSecret(parts), {
      limit: perMinute(10),
      prepare: prepareForgotten(parts),
    }),
    '/member/transpass/verify': handle(verifyStepUp, {
      limit: perMinute(20),
      prepare: trySecret(parts),
      answerKeptMinutes: 5, // it holds a ticket
    }),
  });
