import { describe, expect, test } from 'vitest';
import { clockTime, dayAndTime, groupByDay } from './times.ts';

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

describe('a list by days', () => {
  const at = (instant: string) => ({ at: `${instant}.000Z` });
  const list = [
    at('2026-08-16T16:30:00'),
    at('2026-08-16T15:30:00'),
    at('2026-08-15T16:00:00'),
    at('2026-08-15T15:59:59'),
    at('2025-12-31T04:00:00'),
  ];

  test('is parted at midnight in Taipei, and keeps its order', () => {
    const days = groupByDay(list, NOON_IN_TAIPEI, 'zh-TW');
    expect(days.flatMap(({ items }) => items)).toEqual(list);
    expect(days.map(({ is, date, items }) => [is, date, items.length])).toEqual([
      ['today', '8月17日週一', 1],
      ['yesterday', '8月16日週日', 2],
      ['earlier', '8月15日週六', 1],
      ['earlier', '2025年12月31日週三', 1],
    ]);
  });

  test('names the days in English too', () => {
    const dates = groupByDay(list, NOON_IN_TAIPEI, 'en').map(({ date }) => date);
    expect(dates.slice(2)).toEqual(['Sat, Aug 15', 'Wed, Dec 31, 2025']);
  });
});
