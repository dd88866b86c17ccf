import { describe, expect, it } from 'vitest';
import { deviationOf, deviationOfText, parOf } from './price-reference.ts';

describe('how far a price lies from its reference', () => {
  it.each([
    ['just as far as is allowed', 11_000n, undefined],
    ['a little farther', 11_001n, { direction: 'above', percent: '10' }],
    ['below', 8_999n, { direction: 'below', percent: '10' }],
    ['far above', 99_990_000n, { direction: 'above', percent: '999800' }],
    ['the same', 10_000n, undefined],
  ])('is said where it is %s', (_, price, said) => {
    expect(deviationOf(price, 10_000n, 10)).toEqual(said);
  });

  it('is not said of what is no price yet', () => {
    for (const half of ['', '0', '.', '10000']) expect(deviationOfText(half, '32.1000', 10)).toBeUndefined();
    expect(deviationOfText('36', '32.1000', 10)).toEqual({ direction: 'above', percent: '12.1' });
  });

  it('is measured by par for TWD alone', () => {
    expect([parOf('TWD'), parOf('USDT')]).toEqual([10_000n, undefined]);
  });
});
