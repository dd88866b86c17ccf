import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountClauses, isAccount } from './account.ts';
import { failedClauses } from './clauses.ts';

describe('an account', () => {
  it.each(['amber1', '1amber', 'a1a1a1a1a1a1a1a', '00000a', 'zzzzz9'])('accepts %s', (text) => {
    expect(isAccount(text)).toBe(true);
  });

  it.each([
    ['', ['length', 'charset', 'letter', 'digit']],
    ['ambe1', ['length']],
    ['amberlinamber123', ['length']],
    ['amberlin', ['digit']],
    ['123456', ['letter']],
    ['Amber1', ['charset']],
    ['AMBER1', ['charset', 'letter']],
    ['amber_1', ['charset']],
    ['amber 1', ['charset']],
    ['amber1\n', ['charset']],
    ['amberé1', ['charset']],
    ['amber１', ['charset', 'digit']],
    ['amber٣x', ['charset', 'digit']],
    ['ａmber11', ['charset']],
    ['аmber11', ['charset']], // a Cyrillic а
    ['amber\u200B1', ['charset']],
  ])('refuses %j for %j', (text, failed) => {
    expect(failedClauses(accountClauses(text))).toEqual(failed);
  });

  it('refuses every other character of Unicode, wherever it stands', () => {
    const other = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 1 })
      .filter((one) => !/^[a-z0-9]$/.test(one));
    fc.assert(
      fc.property(other, fc.integer({ min: 0, max: 8 }), (one, at) => {
        const text = `${'amber123'.slice(0, at)}${one}${'amber123'.slice(at)}`;
        expect(accountClauses(text).charset).toBe(false);
      }),
    );
  });
});
