import { describe, expect, it } from 'vitest';
import { shownFigures, volumeBandOf } from './trade-record.rules.ts';

describe('what was paid in 30 days', () => {
  it.each([
    [0n, null],
    [1n, 'under-10k'],
    [9_999n, 'under-10k'],
    [10_000n, '10k-100k'],
    [99_999n, '10k-100k'],
    [100_000n, '100k-1m'],
    [999_999n, '100k-1m'],
    [1_000_000n, 'over-1m'],
    [10n ** 15n, 'over-1m'],
  ])('%s is told as %s', (paid, band) => {
    expect(volumeBandOf(paid)).toBe(band);
  });
});

describe('shares and medians', () => {
  const times = { releaseSeconds: 60, paySeconds: 300 };
  it.each([
    ['of few orders are not told', { finished: 4, ended: 4 }, null],
    ['are told from the fifth on', { finished: 5, ended: 5 }, '100.0'],
    ['count what did not finish among the five', { finished: 0, ended: 5 }, '0.0'],
    ['have one decimal', { finished: 2, ended: 6 }, '33.3'],
    ['are rounded down, so that nobody reads what is not met', { finished: 1799, ended: 2000 }, '89.9'],
  ])('%s', (_, counts, completionPercent) => {
    const shown = completionPercent === null ? { releaseSeconds: null, paySeconds: null } : times;
    expect(shownFigures({ ...counts, ...times })).toEqual({ completionPercent, ...shown });
  });
});
