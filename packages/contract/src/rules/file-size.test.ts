import { describe, expect, it } from 'vitest';
import { isFileSizeWithin, toBytes } from './file-size.ts';

describe('file sizes', () => {
  it.each([
    ['KB', 1024],
    ['MB', 1_048_576],
    ['GB', 1_073_741_824],
    ['TB', 1_099_511_627_776],
  ] as const)('one %s is %i bytes', (unit, bytes) => {
    expect(toBytes(1, unit)).toBe(bytes);
    expect(isFileSizeWithin({ bytes, max: 1, unit })).toBe(true);
    expect(isFileSizeWithin({ bytes: bytes + 1, max: 1, unit })).toBe(false);
  });

  it('takes parts of a unit', () => {
    expect(isFileSizeWithin({ bytes: 512, max: 0.5, unit: 'KB' })).toBe(true);
    expect(isFileSizeWithin({ bytes: 513, max: 0.5, unit: 'KB' })).toBe(false);
  });

  it.each([0, -1, 1.5, NaN, Infinity])('refuses a size of %d bytes', (bytes) => {
    expect(isFileSizeWithin({ bytes, max: 5, unit: 'MB' })).toBe(false);
  });
});
