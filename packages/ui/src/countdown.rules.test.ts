import { describe, expect, test } from 'vitest';
import { announcedMinute, formatLeft, secondsLeft, shareLeft } from './countdown.rules.ts';

describe('a countdown', () => {
  test.each([
    [10_000, 0, 10],
    [10_001, 0, 11],
    [10_000, 9_999, 1],
    [10_000, 10_000, 0],
    [10_000, 99_000, 0],
  ])('of a deadline at %i ms seen at %i ms has %i seconds left', (deadline, now, left) => {
    expect(secondsLeft(deadline, now)).toBe(left);
  });

  test.each([
    [0, '00:00'],
    [9, '00:09'],
    [876, '14:36'],
    [3600, '1:00:00'],
    [90_061, '25:01:01'],
  ])('of %i seconds reads %s', (seconds, text) => {
    expect(formatLeft(seconds)).toBe(text);
  });

  test.each([
    [301, undefined],
    [300, 5],
    [61, 5],
    [60, 1],
    [1, 1],
    [0, 0],
  ])('with %i seconds left announces %s', (seconds, minute) => {
    expect(announcedMinute(seconds)).toBe(minute);
  });

  test('its ring empties from one to nothing and stays in between', () => {
    expect(shareLeft(0, 100, -5)).toBe(1);
    expect(shareLeft(0, 100, 25)).toBe(0.75);
    expect(shareLeft(0, 100, 130)).toBe(0);
    expect(shareLeft(100, 100, 100)).toBe(0);
  });
});
