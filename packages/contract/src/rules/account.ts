import { ACCOUNT_LENGTH_MAX, ACCOUNT_LENGTH_MIN } from '../constants.ts';
import { allHold, isLengthBetween, type Clauses } from './clauses.ts';

export type AccountClause = 'length' | 'charset' | 'letter' | 'digit';

/** Account: 6-15 lower-case ASCII letters and digits with at least one of each (spec 5). ASCII only: `\d` of other scripts is no digit. */
export function accountClauses(text: string): Clauses<AccountClause> {
  return {
    length: isLengthBetween(text, ACCOUNT_LENGTH_MIN, ACCOUNT_LENGTH_MAX),
    charset: /^[a-z0-9]+$/.test(text),
    letter: /[a-z]/.test(text),
    digit: /[0-9]/.test(text),
  };
}

export function isAccount(text: string): boolean {
  return allHold(accountClauses(text));
}
