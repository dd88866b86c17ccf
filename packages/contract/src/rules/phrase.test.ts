import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import { isPhrase, phraseClauses } from './phrase.ts';

describe('the phrase of a member', () => {
  it.each(['blue', '小熊維尼', 'Blue whale 42', '阿嬤的 綠豆湯', '一二三四五六七八九十一二三四五六七八九十'])(
    'accepts %s',
    (text) => expect(isPhrase(text)).toBe(true),
  );

  it.each([
    ['', ['length', 'charset']],
    ['abc', ['length']],
    ['abcdefghij klmnopqrst', ['length']],
    [' blue', ['charset']],
    ['blue ', ['charset']],
    ['blue  whale', ['charset']],
    ['blue\nwhale', ['charset']],
    ['blue\twhale', ['charset']],
    ['blue\u200Bwhale', ['charset']], // zero width
    ['blue\u202Ewhale', ['charset']], // turns what follows around
    ['blue\u2066whale', ['charset']],
    ['blue\u00A0whale', ['charset']], // a space that looks like one
    ['bluе', ['charset']], // Cyrillic
    ['evil.example', ['charset']],
    ['//evil', ['charset']],
    ['<b>blue</b>', ['charset']],
    ['blue🐋', ['charset']],
  ])('refuses %j for %j', (text, failed) => {
    expect(failedClauses(phraseClauses(text))).toEqual(failed);
  });
});
