import { describe, expect, it } from 'vitest';
import { blockedBeginningsOf, toMobilePrefix } from './register-block.ts';

describe('the beginning of a number that is blocked', () => {
  it.each([
    ['0912345', '+886912345'],
    ['+886 912-3', '+8869123'],
    ['0085212345', '+85212345'],
    ['+8869', undefined],
    ['+886912345678901', undefined],
    ['abc', undefined],
    ['', undefined],
  ])('%s is kept as %s', (typed, kept) => expect(toMobilePrefix(typed)).toBe(kept));

  it('is found among the beginnings of each number that it meets', () => {
    expect(blockedBeginningsOf('+886912345678')).toEqual([
      '+886912',
      '+8869123',
      '+88691234',
      '+886912345',
      '+8869123456',
      '+88691234567',
    ]);
    expect(blockedBeginningsOf('+88')).toEqual([]);
  });
});
