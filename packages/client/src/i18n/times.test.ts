import { describe, expect, test } from 'vitest';
import { clockTime, dayAndTime } from './times.ts';

const NOON_IN_TAIPEI = Date.parse('2026-08-17T04:00:00.000Z');

describe('a time on the screen', () => {
  test('is Taipei time, whatever zone the device is in', () => {
    expect(clockTime('2026-08-17T16:30:00.000Z', 'zh-TW')).toBe('00:30');
    expect(clockTime('2026-08-17T16:30:00.000Z', 'en')).toBe('00:30');
  });

  test('of today is the clock alone', () => {
    expect(dayAndTime('2026-08-17T06:02:00.000Z', NOON_IN_TAIPEI, 'zh-TW')).toBe('14:02');
  });

  test('counts the day in Taipei: half past midnight there is not yesterday', () => {
    expect(dayAndTime('2026-08-16T16:30:00.000Z', NOON_IN_TAIPEI, 'zh-TW')).toBe('00:30');
    expect(dayAndTime('2026-08-16T15:30:00.000Z', NOON_IN_TAIPEI, 'zh-TW')).toBe('8月16日 23:30');
  });

  test('of another year says the year', () => {
    expect(dayAndTime('2025-12-31T04:00:00.000Z', NOON_IN_TAIPEI, 'en')).toBe('Dec 31, 2025 12:00');
  });
});
