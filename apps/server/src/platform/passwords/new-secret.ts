import { fail } from '@holdfast/contract/errors';
import { secretFormOf, type SecretForm } from '@holdfast/contract/member';
import { isPassword } from '@holdfast/contract/rules';
import { isCommonPassword } from './common-passwords.ts';

/** Throws unless a member may choose `password`: variant one (spec 5), and not on the breached-password list. */
export function assertNewPassword(password: string): void {
  if (!isPassword(password)) throw fail('PARAMETERS_INVALID', { fields: ['newPassword'] });
  if (isCommonPassword(password)) throw fail('PASSWORD_BREACHED');
}

/** Returns the form of a new transaction secret; throws unless a member may choose it. */
export function formOfNewSecret(secret: string): SecretForm {
  const form = secretFormOf(secret) ?? fail('PARAMETERS_INVALID', { fields: ['newTranspass'] });
  if (form === 'password' && isCommonPassword(secret)) throw fail('PASSWORD_BREACHED');
  return form;
}
