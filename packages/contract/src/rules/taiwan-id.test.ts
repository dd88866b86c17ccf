import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import { isTaiwanId, TAIWAN_ID_LETTERS, taiwanIdClauses } from './taiwan-id.ts';

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

/**
 * What each letter adds to the sum, modulo 10, from the other published form of the rule, which needs no letter numbers. The digits
 * 12345678 add 120, so the check digit completes this alone.
 */
const LETTERS_BY_REMAINDER = ['BNZ', 'AMW', 'KLY', 'JVX', 'HU', 'GT', 'FS', 'ER', 'DOQ', 'CIP'];
const VALID = LETTERS.map((letter) => {
  const remainder = LETTERS_BY_REMAINDER.findIndex((letters) => letters.includes(letter));
  return `${letter}12345678${(10 - remainder) % 10}`;
});

describe('a Taiwan ID', () => {
  it('knows all 26 letters, and gives each a number of its own between 10 and 35', () => {
    expect(Object.keys(TAIWAN_ID_LETTERS).toSorted()).toEqual(LETTERS);
    expect(Object.values(TAIWAN_ID_LETTERS).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 26 }, (_, i) => i + 10),
    );
  });

  it.each(LETTERS)('accepts exactly one check digit after %s12345678', (letter) => {
    const accepted = Array.from({ length: 10 }, (_, digit) => `${letter}12345678${digit}`).filter(isTaiwanId);
    expect(accepted).toEqual(VALID.filter((id) => id.startsWith(letter)));
    expect(accepted).toHaveLength(1);
  });

  it.each([
    ['', ['length', 'letter', 'sex', 'digits', 'checksum']],
    ['A12345678', ['length', 'checksum']],
    ['A1234567890', ['length', 'checksum']],
    ['a123456789', ['letter', 'checksum']],
    ['1123456789', ['letter', 'checksum']],
    ['A023456789', ['sex', 'checksum']],
    ['A323456789', ['sex', 'checksum']],
    ['A12345678X', ['digits', 'checksum']],
    ['A12345678９', ['digits', 'checksum']],
    ['A123456788', ['checksum']],
    ['A123456789\n', ['length', 'digits', 'checksum']],
    ['AB23456789', ['sex', 'digits', 'checksum']],
  ])('refuses %j for %j', (text, failed) => {
    expect(failedClauses(taiwanIdClauses(text))).toEqual(failed);
  });

  it('refuses the digit of a resident certificate, although its checksum may hold', () => {
    expect(failedClauses(taiwanIdClauses('A800000014'))).toEqual(['sex']);
  });

  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...VALID),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (id, at, step) => {
          const wrong = (Number(id.charAt(at)) + step) % 10;
          const broken = `${id.slice(0, at)}${wrong}${id.slice(at + 1)}`;
          // Weights 8, 6, 5, 4 and 2 share a factor with 10, so a step that completes it is invisible to any such checksum.
          const weight = [8, 7, 6, 5, 4, 3, 2, 1, 1][at - 1] ?? 0;
          const shift = (wrong - Number(id.charAt(at))) * weight;
          expect(taiwanIdClauses(broken).checksum).toBe(shift % 10 === 0);
        },
      ),
    );
  });
});
