import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import { isPassword, isPlainPassword, passwordClauses, plainPasswordClauses } from './password.ts';

describe.each([
  { variant: 'one', clauses: passwordClauses, isValid: isPassword },
  { variant: 'two', clauses: plainPasswordClauses, isValid: isPlainPassword },
])('a password of variant $variant', ({ clauses, isValid }) => {
  it.each(['Abcde1', '1aBcde', 'Abcdefghij12'])('accepts %s', (text) => {
    expect(isValid(text)).toBe(true);
  });

  it.each([
    ['', ['length', 'lower', 'upper', 'digit', 'charset']],
    ['Abcd1', ['length']],
    ['Abcdefghij123', ['length']],
    ['ABCDE1', ['lower']],
    ['abcde1', ['upper']],
    ['Abcdef', ['digit']],
    ['Abcde１', ['digit', 'charset']],
    ['Abcdé1', ['charset']],
    ['Abc de1', ['charset']],
    ['Abcde1\n', ['charset']],
    ['Abcde1😀', ['charset']],
  ])('refuses %j for %j', (text, failed) => {
    expect(failedClauses(clauses(text))).toEqual(failed);
  });
});

describe('special characters', () => {
  const specials = Array.from('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');

  it.each(specials)('%s is allowed by variant one and refused by variant two', (special) => {
    expect(isPassword(`Abcd1${special}`)).toBe(true);
    expect(failedClauses(plainPasswordClauses(`Abcd1${special}`))).toEqual(['charset']);
  });
});
