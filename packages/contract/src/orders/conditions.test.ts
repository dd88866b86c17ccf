import { describe, expect, it } from 'vitest';
import { NO_CONDITIONS, unmetConditions } from './conditions.ts';
import { completionTenths } from './trade-record.ts';

describe('a condition on the share of orders that finished', () => {
  const meets = (orders: { finished: number; ended: number }, minCompletion: number) =>
    unmetConditions({ ...NO_CONDITIONS, minCompletion }, { ...orders, level: 0, days: 0 }).length === 0;

  it.each([
    ['is met by whoever reaches it', { finished: 9, ended: 10 }, true],
    ['is not met a tenth of a percent below it', { finished: 899, ended: 1000 }, false],
    ['is not met where the share is not told to others either', { finished: 4, ended: 4 }, false],
    ['is met from the fifth ended order on', { finished: 5, ended: 5 }, true],
    ['is not met by somebody without orders', { finished: 0, ended: 0 }, false],
  ])('%s', (_, orders, isMet) => {
    expect(meets(orders, 90)).toBe(isMet);
    expect(meets(orders, 0)).toBe(true);
  });

  it('agrees with the share that others read, whatever the orders are', () => {
    for (let ended = 1; ended <= 60; ended += 1)
      for (let finished = 0; finished <= ended; finished += 1)
        expect(meets({ finished, ended }, 80)).toBe((completionTenths({ finished, ended }) ?? 0) >= 800);
  });
});
