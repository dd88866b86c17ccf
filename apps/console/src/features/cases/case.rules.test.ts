import { describe, expect, it } from 'vitest';
import { dueOf, spanOf } from './case.rules.ts';

const NOW = Date.parse('2026-11-23T02:00:00.000Z');
const MINUTE = 60_000;
const ahead = (minutes: number) => new Date(NOW + minutes * MINUTE).toISOString();

describe('how long an order waits', () => {
  it.each([
    [0, { unit: 'minutes', minutes: 0 }],
    [-5 * MINUTE, { unit: 'minutes', minutes: 0 }],
    [59 * MINUTE, { unit: 'minutes', minutes: 59 }],
    [125 * MINUTE, { unit: 'hours', hours: 2, minutes: 5 }],
    [26 * 60 * MINUTE, { unit: 'days', days: 1, hours: 2 }],
  ])('says %i ms as %o', (ms, span) => {
    expect(spanOf(ms)).toEqual(span);
  });
});

describe('the pace of a case', () => {
  it.each([
    ['firstAnswer', 25, 'inTime'],
    ['firstAnswer', 9, 'soon'],
    ['firstAnswer', -1, 'late'],
    ['ruling', 9 * 60, 'inTime'],
    ['ruling', 7 * 60, 'soon'],
    ['ruling', 0, 'late'],
    ['escalation', -60, 'late'],
    // The parties have their own time: nobody at the console is late by it.
    ['self', 1, 'inTime'],
    ['self', -1, 'soon'],
  ] as const)('of %s, due in %i minutes, is %s', (duty, minutes, pace) => {
    expect(dueOf({ duty, dueAt: ahead(minutes) }, NOW).pace).toBe(pace);
  });
});
