import { describe, expect, it } from 'vitest';
import { isSortCode, SORT_CODE_MAX } from './sort-codes.ts';

describe('a sort code with its offset', () => {
  it.each([
    [{ code: 0, offset: 0 }, true],
    [{ code: SORT_CODE_MAX, offset: 0 }, true],
    [{ code: 1000, offset: -1000 }, true],
    [{ code: 1000, offset: -1001 }, false],
    [{ code: SORT_CODE_MAX, offset: 1 }, false],
    [{ code: -1, offset: 5 }, false],
    [{ code: SORT_CODE_MAX + 1, offset: -5 }, false],
    [{ code: 1.5, offset: 0 }, false],
  ])('%o gives a rank within the range: %s', (sortCode, fits) => {
    expect(isSortCode(sortCode)).toBe(fits);
  });
});
