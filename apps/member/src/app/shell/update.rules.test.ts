import { expect, test } from 'vitest';
import { AWAY_MS, isAtRest, isLongAway } from './update.rules.ts';

test.each([
  ['', true],
  ['coin=USDT', true],
  ['orderId=501', false],
  ['scope=past&orderId=501', false],
  ['panel=create-listing', false],
])('a place with ?%s is one where the app may load itself anew: %s', (search, expected) =>
  expect(isAtRest({ search: new URLSearchParams(search) })).toBe(expected),
);

test('a glance elsewhere is no absence', () => {
  expect([isLongAway(0, AWAY_MS - 1), isLongAway(0, AWAY_MS)]).toEqual([false, true]);
});
