import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOCK_TIMES, fromClock, hoursAt, toClock } from './hours.ts';

/** A day of Taipei. */
const at = (clock: string, day = '2026-08-17') => new Date(`${day}T${clock}:00.000+08:00`);
const hours = (from: string, to: string) => ({ from: fromClock(from), to: fromClock(to) });

describe('trading hours', () => {
  it.each([
    ['09:00', '21:00', '08:59', false, '09:00', '2026-08-17'],
    ['09:00', '21:00', '09:00', true, '21:00', '2026-08-17'],
    ['09:00', '21:00', '20:59', true, '21:00', '2026-08-17'],
    ['09:00', '21:00', '21:00', false, '09:00', '2026-08-18'],
    ['22:00', '02:30', '23:10', true, '02:30', '2026-08-18'],
    ['22:00', '02:30', '00:00', true, '02:30', '2026-08-17'],
    ['22:00', '02:30', '02:30', false, '22:00', '2026-08-17'],
    ['09:00', '00:00', '23:59', true, '00:00', '2026-08-18'],
    ['09:00', '00:00', '00:00', false, '09:00', '2026-08-17'],
    ['00:00', '12:00', '00:00', true, '12:00', '2026-08-17'],
  ])('from %s to %s it is at %s: %s, until %s on %s', (from, to, now, isWithin, turn, day) => {
    expect(hoursAt(hours(from, to), at(now))).toEqual({ isWithin, turnsAt: at(turn, day) });
  });

  it('turn exactly where they say, whatever they are: not a millisecond before, and never later than in a day', () => {
    const time = fc.constantFrom(...CLOCK_TIMES);
    const instant = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2100-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, time, instant, (from, to, now) => {
        fc.pre(from !== to);
        const { isWithin, turnsAt } = hoursAt(hours(from, to), now);
        const wait = turnsAt.getTime() - now.getTime();
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(86_400_000);
        const before = new Date(turnsAt.getTime() - 1);
        expect(hoursAt(hours(from, to), before).isWithin).toBe(isWithin);
        expect(hoursAt(hours(from, to), turnsAt).isWithin).toBe(!isWithin);
        expect(toClock((turnsAt.getTime() / 60_000 + 480) % 1440)).toBe(isWithin ? to : from);
      }),
    );
  });

  it('are offered as the half hours of a day', () => {
    expect(CLOCK_TIMES).toHaveLength(48);
    expect([CLOCK_TIMES[0], CLOCK_TIMES[19], CLOCK_TIMES[47]]).toEqual(['00:00', '09:30', '23:30']);
  });
});
