import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import { changePassword, prepareChange } from './change-password.ts';
import { passwordExpired } from './password-expired.ts';
import {
  prepareForced,
  prepareForgotten,
  setForcedPassword,
  setForgottenPassword,
} from './recover-password.ts';
import {
  beginReset,
  prepareResetPassword,
  prepareResetSecret,
  resetPassword,
  resetTransactionSecret,
  tryReset,
  verifyReset,
  type FlowParts,
} from './reset-flow.ts';

const strangers = { limit: perMinute(10, 'address') };
/** Answers that hold a token are kept no longer than it is good. */
const withToken = { ...strangers, answerKeptMinutes: 10 };

/** Login passwords, changed and lost. `passwordMaxAgeDays`: the calendar policy, 0 for none. */
export const passwordCalls = (parts: FlowParts & { passwordMaxAgeDays: number }) =>
  calls({
    '/member/changepass/{account}': handle(changePassword(parts), {
      limit: perMinute(10),
      prepare: prepareChange(parts),
    }),
    '/member/forget-password/set-password/{account}': handle(setForgottenPassword(parts), {
      ...strangers,
      prepare: prepareForgotten(parts),
    }),
    '/member/reset-password/forced-set/{account}': handle(setForcedPassword(parts), {
      ...strangers,
      prepare: prepareForced(parts),
    }),
    '/member/flow/force-reset-password/create-cerification': handle(beginReset(parts), strangers),
    '/member/flow/force-reset-password/verify': handle(verifyReset, {
      ...withToken,
      prepare: tryReset(parts),
    }),
    '/member/flow/force-reset-password/set-login-password': handle(resetPassword(parts), {
      ...withToken,
      prepare: prepareResetPassword(parts),
    }),
    '/member/flow/force-reset-password/set-transaction-password': handle(resetTransactionSecret(parts), {
      ...strangers,
      prepare: prepareResetSecret(parts),
    }),
    '/member/account/passwordExpired': handle(passwordExpired(parts.passwordMaxAgeDays), {
      limit: readsPerMinute(60),
    }),
  });
