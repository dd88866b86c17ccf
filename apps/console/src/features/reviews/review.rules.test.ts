import { describe, expect, it } from 'vitest';
import { ageOf, callName, clockOf, look, pan, styleOf, WHOLE } from './review.rules.ts';

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

describe('a picture', () => {
  it('comes back to where it was by the opposite key, and whole by one key', () => {
    expect(look(look(WHOLE, 'in'), 'out')).toEqual(WHOLE);
    expect(look(look(WHOLE, 'right'), 'left')).toEqual(WHOLE);
    expect(look(pan(look(look(WHOLE, 'in'), 'right'), 10, 10), 'whole')).toEqual(WHOLE);
    expect(styleOf(pan(look(look(WHOLE, 'in'), 'right'), 12, 0))).toBe(
      'translate(12%, 0%) scale(1.5) rotate(90deg)',
    );
  });

  it('is never smaller than its frame, six times as large at most, and never pushed out of it', () => {
    expect(look(WHOLE, 'out')).toEqual(WHOLE);
    let view = WHOLE;
    for (let n = 0; n < 20; n += 1) view = pan(look(view, 'in'), 100, -100);
    expect(view).toEqual({ zoom: 6, turns: 0, x: 300, y: -300 });
  });
});
