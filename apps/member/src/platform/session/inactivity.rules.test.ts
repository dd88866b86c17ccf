import { ACTIVITY_REPORT_MS, INACTIVITY_TIMEOUT_MS } from '@holdfast/contract';
import { describe, expect, test } from 'vitest';
import { decideInactivity } from './inactivity.rules.ts';

describe('the timer Behavior', () => {
  test.each([
    ['nothing for an hour', 0, INACTIVITY_TIMEOUT_MS, INACTIVITY_TIMEOUT_MS, 'expire'],
    ['a moment less than an hour', 0, INACTIVITY_TIMEOUT_MS - 1, INACTIVITY_TIMEOUT_MS - 1, 'wait'],
    ['an act that no call has told of for five minutes', 1000, 0, ACTIVITY_REPORT_MS, 'report'],
    ['an act told of less than five minutes ago', 1000, 500, ACTIVITY_REPORT_MS, 'wait'],
    ['no act since the last call', 1000, 2000, 2000 + ACTIVITY_REPORT_MS, 'wait'],
  ])('after %s', (_, lastActAt, lastReportAt, now, wanted) => {
    expect(decideInactivity({ lastActAt, lastReportAt }, now)).toBe(wanted);
  });
});
