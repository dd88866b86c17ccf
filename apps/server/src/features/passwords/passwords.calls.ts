import { calls, handle } from '#platform/gateway/call-table.ts';
import { perMinute, readsPerMinute } from '#platform/limits/limits.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { beginReset, prepareBeginReset } from './begin-reset.ts';
import { changePassword, prepareChange } from './change-password.ts';
import { passwordExpired } from './password-expired.ts';
import type { ResetParts } from './reset-flow.ts';
import { prepareResetPassword, resetPassword } from './reset-password.ts';
import { prepareResetSecret, resetTransactionSecret } from './reset-transaction-secret.ts';
import { prepareForced, setForcedPassword } from './set-forced-password.ts';
import { prepareForgotten, setForgottenPassword } from './set-forgotten-password.ts';
import { prepareVerifyReset, verifyReset } from './verify-reset.ts';

/** Of calls that hash for whoever has a ticket or a code: limited by device, for neighbours must not stop its holder. */
const anonymous = { limit: perMinute(10), isCostly: true };

/** `passwordMaxAgeDays`: days until a password expires, 0 for never. `memberPasswords`: for what members do in a session. */
export const passwordCalls = (
  parts: ResetParts & { memberPasswords: Passwords; passwordMaxAgeDays: number },
) =>
  calls({
    '/member/changepass/{account}': handle(changePassword(parts), {
      limit: perMinute(10),
      prepare: prepareChange({ ...parts, passwords: parts.memberPasswords }),
    }),
    '/member/forget-password/set-password/{account}': handle(setForgottenPassword(parts), {
      ...anonymous,
      prepare: prepareForgotten(parts),
    }),
    '/member/reset-password/forced-set/{account}': handle(setForcedPassword(parts), {
      ...anonymous,
      prepare: prepareForced(parts),
    }),
    '/member/flow/force-reset-password/create-cerification': handle(beginReset(parts), {
      limit: perMinute(10),
      prepare: prepareBeginReset,
    }),
    '/member/flow/force-reset-password/verify': handle(verifyReset, {
      ...anonymous,
      prepare: prepareVerifyReset(parts),
    }),
    '/member/flow/force-reset-password/set-login-password': handle(resetPassword(parts), {
      ...anonymous,
      prepare: prepareResetPassword(parts),
    }),
    '/member/flow/force-reset-password/set-transaction-password': handle(resetTransactionSecret(parts), {
      ...anonymous,
      prepare: prepareResetSecret(parts),
    }),
    '/member/account/passwordExpired': handle(passwordExpired(parts.passwordMaxAgeDays), {
      limit: readsPerMinute(60),
    }),
  });
