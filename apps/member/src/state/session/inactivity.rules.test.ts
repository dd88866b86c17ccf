import { ACTIVITY_REPORT_MS, INACTIVITY_TIMEOUT_MS } from '@holdfast/contract/constants';
import { describe, expect, test } from 'vitest';
import { decideInactivity, secondsUntilExpiry, STAY_WARNING_MS } from './inactivity.rules.ts';

const HOUR = INACTIVITY_TIMEOUT_MS;

describe('the timer Behavior', () => {
  test.each([
    ['nothing for an hour', HOUR, HOUR, 'expire'],
    ['nothing for longer than an hour', 3 * HOUR, 0, 'expire'],
    ['a moment less than an hour', HOUR - 1, HOUR, 'warn'],
    ['59 minutes', HOUR - STAY_WARNING_MS, 0, 'warn'],
    ['a moment less than 59 minutes', HOUR - STAY_WARNING_MS - 1, 0, 'wait'],
    ['an act that no call has told of for as long as may be', 1000, ACTIVITY_REPORT_MS, 'report'],
    ['an act told of less long ago', 1000, ACTIVITY_REPORT_MS - 1, 'wait'],
    ['no act since the last call', ACTIVITY_REPORT_MS + 1, ACTIVITY_REPORT_MS, 'wait'],
    ['the act that the last call was', ACTIVITY_REPORT_MS - 1, ACTIVITY_REPORT_MS, 'wait'],
  ])('after %s', (_, idleMs, silentMs, wanted) => {
    expect(decideInactivity({ idleMs, silentMs })).toBe(wanted);
  });

  test('says how many seconds are left, and never fewer than none', () => {
    expect(secondsUntilExpiry(HOUR - STAY_WARNING_MS)).toBe(60);
    expect(secondsUntilExpiry(HOUR - 1)).toBe(1);
    expect(secondsUntilExpiry(HOUR + 5000)).toBe(0);
  });
});
