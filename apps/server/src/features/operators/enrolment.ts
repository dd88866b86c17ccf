import type { CallInput } from '@holdfast/contract/calls';
import { fail } from '@holdfast/contract/errors';
import { foldCode } from '@holdfast/contract/rules';
import { writeAudit } from '#platform/audit/audit.ts';
import {
  authenticatorUri,
  makeAuthenticatorSecret,
  makeRecoveryCodes,
  stepOfCode,
} from '#platform/authenticator/authenticator.ts';
import type { Handler, Preparation } from '#platform/gateway/call-table.ts';
import { isCommonPassword } from '#platform/passwords/common-passwords.ts';
import type { Passwords } from '#platform/passwords/passwords.ts';
import { enrol, hasBegunEnrolment, savePending, selectInvitationForUpdate } from './credential.store.ts';
import { newSession } from './sign-in.ts';

/** Becoming an operator: with an invitation one chooses a password, adds an authenticator, and gets recovery codes once. */

export const beginEnrolment: Handler<'/operator/enrolment/begin'> = async ({ tx }, { invitation: token }) => {
  const invitation = await selectInvitationForUpdate(tx, token);
  if (!invitation) throw fail('INVITATION_INVALID');
  const { email, name } = invitation;
  const secret = makeAuthenticatorSecret();
  await savePending(tx, invitation.id, secret);
  return { email, name, secret, uri: authenticatorUri(secret, email) };
};

/** Hashes the password before the transaction, for whoever has an invitation. */
export const hashNewPassword =
  (passwords: Passwords) =>
  async (
    { db }: Preparation,
    { invitation, password }: CallInput<'/operator/enrolment/finish'>,
  ): Promise<string> => {
    if (!(await hasBegunEnrolment(db, invitation))) throw fail('INVITATION_INVALID');
    if (isCommonPassword(password)) throw fail('PASSWORD_BREACHED');
    return passwords.hash(password);
  };

export const finishEnrolment: Handler<'/operator/enrolment/finish', string> = async (
  context,
  { invitation: token, password, code },
) => {
  const { tx, now, prepared: passwordHash } = context;
  const invitation = await selectInvitationForUpdate(tx, token);
  if (!invitation || invitation.pending === '') throw fail('INVITATION_INVALID');
  const { operatorId: id, email, name, role, pending: authenticator } = invitation;
  const [ownName = ''] = email.split('@');
  if (password.toLowerCase().includes(ownName)) throw fail('PASSWORD_BREACHED');
  const step = stepOfCode(authenticator, foldCode(code), now);
  if (step === undefined) throw fail('AUTHENTICATOR_CODE_WRONG');
  const recoveryCodes = makeRecoveryCodes();
  const credential = { operatorId: id, passwordHash, authenticator, step, recoveryCodes };
  const { session, answer } = newSession(context, { id, email, name, role });
  if (!(await enrol(tx, { token, credential, session }))) throw fail('INVITATION_INVALID');
  await writeAudit(tx, {
    actor: `operator:${id}`,
    action: 'operator-enrolled',
    subject: `operator:${email}`,
  });
  return { ...answer, recoveryCodes };
};
