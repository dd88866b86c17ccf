import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import {
  fixedDigitsClauses,
  isFixedDigits,
  isIntegerText,
  isOneTimeCode,
  isPin,
  isTransactionCode,
  transactionCodeClauses,
} from './digits.ts';

/** Texts that `Number` or `parseInt` would take for a number. */
const NO_DIGITS = ['', ' 1', '1 ', '+5', '-1', '1.0', '1e3', '0x10', '1,000', 'NaN', '１', '٣', '1_0'];

describe('integer only', () => {
  it.each(['0', '7', '10', '9'.repeat(30)])('accepts %s', (text) => expect(isIntegerText(text)).toBe(true));
  it.each([...NO_DIGITS, '00', '007'])('refuses %j', (text) => expect(isIntegerText(text)).toBe(false));
});

describe('fixed-length digits', () => {
  it.each([
    ['0', 1],
    ['00000', 5],
    ['12345678901', 11],
  ])('accepts %s as %i', (text, length) => expect(isFixedDigits(text, length)).toBe(true));

  it.each([
    ['1234', 5, ['length']],
    ['123456', 5, ['length']],
    ['1234a', 5, ['digits']],
    ['1234\n', 5, ['digits']],
    ['１２３４５', 5, ['digits']],
    ['', 5, ['length', 'digits']],
    ['', 0, ['digits']],
  ])('refuses %j as %i for %j', (text, length, failed) => {
    expect(failedClauses(fixedDigitsClauses(text, length))).toEqual(failed);
  });
});

describe('the PIN', () => {
  it.each(['0000', '1234', '0099'])('accepts %s', (text) => expect(isPin(text)).toBe(true));
  it.each(['', '123', '12345', '12 4', 'abcd', '１２３４'])('refuses %j', (text) =>
    expect(isPin(text)).toBe(false),
  );
});

describe('the six-digit code', () => {
  it.each(['100000', '123456', '999999'])('accepts %s in both variants', (text) => {
    expect(isTransactionCode(text)).toBe(true);
    expect(isOneTimeCode(text)).toBe(true);
  });

  it.each(['000000', '012345'])('refuses %s by the normal check only: it begins with 0', (text) => {
    expect(failedClauses(transactionCodeClauses(text))).toEqual(['noLeadingZero']);
    expect(isOneTimeCode(text)).toBe(true);
  });

  it.each([...NO_DIGITS, '12345', '1234567', '12345a', '12345\n', '１２３４５６'])(
    'refuses %j in both variants',
    (text) => {
      expect(isTransactionCode(text)).toBe(false);
      expect(isOneTimeCode(text)).toBe(false);
    },
  );
});
