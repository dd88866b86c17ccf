import { describe, expect, it } from 'vitest';
import { accountsIn, isPlainText, isValueOf } from './broadcasts.ts';

describe('the text of a broadcast', () => {
  it.each(['系統將於週六更新。\n\n請留意時間。', 'Version 2.0 is here: 0.1% fee. Really!', '費率 0.15%'])(
    '%j is plain',
    (text) => expect(isPlainText(text)).toBe(true),
  );
  it.each([
    'https://evil.example',
    '請到 www.holdfast',
    'go to holdfast-pay.com now',
    'a\u202Eb',
    'a\u200Bb',
    '\u0007',
    'tab\tbed',
  ])('%j is not', (text) => expect(isPlainText(text)).toBe(false));
});

describe('an audience', () => {
  it('of accounts is a list in any form, each once', () => {
    expect(accountsIn('AmberLin88, chen2024\nchen2024、wang55；')).toEqual([
      'amberlin88',
      'chen2024',
      'wang55',
    ]);
    expect(isValueOf('accounts', ' ,, ')).toBe(false);
    expect(isValueOf('accounts', Array.from({ length: 501 }, (_, n) => `member${n}`).join(' '))).toBe(false);
  });
  it.each([
    ['all', '', true],
    ['all', '1', false],
    ['level', '3', true],
    ['level', '10', false],
    ['language', 'en', true],
    ['language', 'fr', false],
    ['live-order', '', true],
  ] as const)('%s with %j: %s', (audience, value, fits) => expect(isValueOf(audience, value)).toBe(fits));
});
