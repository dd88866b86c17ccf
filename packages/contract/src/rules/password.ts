import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../constants.ts';
import { allHold, isLengthBetween, type Clauses } from './clauses.ts';

export type PasswordClause = 'length' | 'lower' | 'upper' | 'digit' | 'charset';

function clausesWithin(text: string, charset: RegExp): Clauses<PasswordClause> {
  return {
    length: isLengthBetween(text, PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_MAX),
    lower: /[a-z]/.test(text),
    upper: /[A-Z]/.test(text),
    digit: /[0-9]/.test(text),
    charset: charset.test(text),
  };
}

/**
 * Variant one: 6-12 characters with a lower-case letter, an upper-case letter and a digit; special characters are allowed (spec 5).
 * "Special" means printable ASCII without the space: everything else is typed differently from keyboard to keyboard (NFC or NFD, a
 * space that the keyboard adds after a word), and a password must come out the same on every device.
 */
export function passwordClauses(text: string): Clauses<PasswordClause> {
  return clausesWithin(text, /^[\x21-\x7E]+$/);
}

export function isPassword(text: string): boolean {
  return allHold(passwordClauses(text));
}

/** Variant two: as variant one, but letters and digits only (spec 5). */
export function plainPasswordClauses(text: string): Clauses<PasswordClause> {
  return clausesWithin(text, /^[A-Za-z0-9]+$/);
}

export function isPlainPassword(text: string): boolean {
  return allHold(plainPasswordClauses(text));
}
