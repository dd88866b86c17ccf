import { PIN_LENGTH, TRANSACTION_CODE_LENGTH } from '../constants.ts';
import { allHold, type Clauses } from './clauses.ts';

const DIGITS = /^[0-9]+$/;

/** Integer only (spec 5): ASCII digits without sign or leading zeros, so that each number can be written in one way. */
export function isIntegerText(text: string): boolean {
  return /^(?:0|[1-9][0-9]*)$/.test(text);
}

export type FixedDigitsClause = 'length' | 'digits';

/** Exactly `length` ASCII digits (spec 5). */
export function fixedDigitsClauses(text: string, length: number): Clauses<FixedDigitsClause> {
  return { length: text.length === length, digits: DIGITS.test(text) };
}

export function isFixedDigits(text: string, length: number): boolean {
  return allHold(fixedDigitsClauses(text, length));
}

/** PIN: exactly 4 digits (spec 5). */
export function isPin(text: string): boolean {
  return isFixedDigits(text, PIN_LENGTH);
}

export type TransactionCodeClause = FixedDigitsClause | 'noLeadingZero';

/** Six-digit code, the normal check: a leading 0 is refused (spec 5). For the transaction secret a member chooses. */
export function transactionCodeClauses(text: string): Clauses<TransactionCodeClause> {
  return { ...fixedDigitsClauses(text, TRANSACTION_CODE_LENGTH), noLeadingZero: !text.startsWith('0') };
}

export function isTransactionCode(text: string): boolean {
  return allHold(transactionCodeClauses(text));
}

/** Six-digit code, the variant that allows a leading 0 (spec 5). For codes that a machine makes: one-time and authenticator codes. */
export function isOneTimeCode(text: string): boolean {
  return isFixedDigits(text, TRANSACTION_CODE_LENGTH);
}
