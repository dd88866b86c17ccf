import { describe, expect, it } from 'vitest';
import { failedClauses } from './clauses.ts';
import { isNickname, nicknameClauses, nicknameKey } from './nickname.ts';

describe('a nickname', () => {
  it.each(['a', 'Yu88', '阿哲', '佐々木', '㐀', '鿿', '一二三四五六七八九十', 'AB12阿哲cd34'])(
    'accepts %s',
    (text) => {
      expect(isNickname(text)).toBe(true);
    },
  );

  it.each([
    ['', ['length', 'charset']],
    ['一二三四五六七八九十一', ['length']],
    ['abcdefghijk', ['length']],
    ['阿 哲', ['charset']],
    ['阿哲!', ['charset']],
    ['阿_哲', ['charset']],
    ['Ａｍｂｅｒ', ['charset']], // full width
    ['ﾊﾝ', ['charset']],
    ['あい', ['charset']],
    ['한글', ['charset']],
    ['é', ['charset']],
    ['а', ['charset']], // Cyrillic
    ['阿\u200B哲', ['charset']], // zero width space
    ['阿\u2060哲', ['charset']], // word joiner
    ['哲\uFE00', ['charset']], // variation selector
    ['⼀', ['charset']], // a Kangxi radical that looks like 一
    ['⺀', ['charset']],
    ['\uF90A', ['charset']], // a compatibility ideograph that looks like 金
    ['〇', ['charset']], // looks like the letter O
    ['①', ['charset']],
    ['𠮷', ['charset']], // plane 2: an empty box on many phones
    ['😀', ['charset']],
  ])('refuses %j for %j', (text, failed) => {
    expect(failedClauses(nicknameClauses(text))).toEqual(failed);
  });

  it('accepts exactly these characters of Unicode, and none that NFKC would turn into another', () => {
    const accepted = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(
      isNickname,
    );
    expect(accepted).toHaveLength(62 + 1 + 6592 + 20_992); // letters and digits, 々, Extension A, the unified block
    expect(accepted.filter((one) => one.normalize('NFKC') !== one)).toEqual([]);
  });

  it.each([
    ['Amber', 'amber'],
    ['Ａｍｂｅｒ', 'amber'],
    ['ⅷ', 'viii'],
    ['阿哲', '阿哲'],
    ['\uF90A', '金'],
  ])('compares %s as %s', (text, key) => {
    expect(nicknameKey(text)).toBe(key);
  });
});
