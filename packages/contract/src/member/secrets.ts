import { isPassword } from '../rules/password.ts';
import { isTransactionCode } from '../rules/digits.ts';

/** How many security questions a member chooses and answers. */
export const QUESTIONS_CHOSEN = 3;

/** Why a password must be changed: an operator said so, it is in the list of common ones, or it is too old. */
export const PASSWORD_MARKS = ['operator', 'breach', 'age'] as const;
export type PasswordMark = (typeof PASSWORD_MARKS)[number];

/** The forms a transaction secret may have: six digits from a keypad, or a password of variant one (spec 5). */
export const SECRET_FORMS = ['six-digit', 'password'] as const;
export type SecretForm = (typeof SECRET_FORMS)[number];

/** The form of a new secret; undefined for what is neither. No text is both: a password has letters. */
export function secretFormOf(text: string): SecretForm | undefined {
  if (isTransactionCode(text)) return 'six-digit';
  return isPassword(text) ? 'password' : undefined;
}

/** A step-up ticket in place of the secret. No secret looks like one: the longest has twelve characters. */
export function isStepUpTicket(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
