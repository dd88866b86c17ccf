import { describe, expect, it } from 'vitest';
import { ageOf, callName, clockOf } from './review.rules.ts';

const NOW = Date.parse('2026-08-17T06:00:00.000Z');

describe('an age', () => {
  it.each([
    ['2026-08-17T05:59:30.000Z', '0:00', 'neutral'],
    ['2026-08-17T04:01:00.000Z', '1:59', 'neutral'],
    ['2026-08-17T03:46:00.000Z', '2:14', 'held'],
    ['2026-08-17T02:00:00.000Z', '4:00', 'refused'],
    ['2026-08-16T02:00:00.000Z', '28:00', 'refused'],
    // The device's clock is behind.
    ['2026-08-17T06:01:00.000Z', '0:00', 'neutral'],
  ] as const)('of %s is %s and %s', (since, clock, tone) => {
    const age = ageOf(since, NOW);
    expect([clockOf(age), age.tone]).toEqual([clock, tone]);
  });
});

it('calls an operator by what stands before the house of the address', () => {
  expect(callName('reviewer.rui@operators.example')).toBe('reviewer.rui');
});
