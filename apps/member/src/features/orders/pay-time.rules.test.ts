import { describe, expect, test } from 'vitest';
import { instantInPayTime } from './pay-time.rules.ts';

const clock = (instant: string) => instant.slice(11, 16);
const between = { lockedAt: '2026-08-17T23:50:30.000Z', endedAt: '2026-08-18T00:05:30.000Z' };

describe('a time of day as an instant of the time to pay', () => {
  test.each([
    ['23:50', '2026-08-17T23:50:00.000Z'],
    ['23:59', '2026-08-17T23:59:00.000Z'],
    ['00:05', '2026-08-18T00:05:00.000Z'],
    ['00:06', undefined],
    ['23:49', undefined],
    ['', undefined],
  ])('%s is %s', (time, instant) => expect(instantInPayTime(time, between, clock)).toBe(instant));
});
