import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageClauses, isAtLeastAge, isCivilDate, taipeiDate, taipeiMidnight } from './age.ts';
import { failedClauses } from './clauses.ts';

describe('the age check', () => {
  it.each([
    // born, on, old enough for 18
    ['2008-06-15', '2026-06-14', false],
    ['2008-06-15', '2026-06-15', true],
    ['2008-06-15', '2026-06-16', true],
    ['2008-06-15', '2026-12-31', true],
    ['2008-12-31', '2026-12-30', false],
    ['2008-12-31', '2026-12-31', true],
    ['2009-01-01', '2026-12-31', false],
    ['2009-01-01', '2027-01-01', true],
    // Born on the leap day: in a year without one the years turn on 1 March, by the Civil Code.
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    // The neighbours of the leap day.
    ['2008-02-28', '2026-02-28', true],
    ['2008-03-01', '2026-02-28', false],
    ['2008-03-01', '2026-03-01', true],
    // 18 leap years are 4 or 5 days longer than 18 times 365: counting days would get these wrong.
    ['2004-03-01', '2022-02-25', false],
    ['2004-03-01', '2022-02-28', false],
  ])('born %s, on %s: %s', (bornOn, on, expected) => {
    expect(isAtLeastAge({ bornOn, on, years: 18 })).toBe(expected);
  });

  it('turns the years of a leapling on the leap day when there is one', () => {
    expect(isAtLeastAge({ bornOn: '2008-02-29', on: '2028-02-28', years: 20 })).toBe(false);
    expect(isAtLeastAge({ bornOn: '2008-02-29', on: '2028-02-29', years: 20 })).toBe(true);
  });

  it.each([
    ['2026-02-29', '2026-03-01', ['date', 'born', 'age']],
    ['2026-13-01', '2026-03-01', ['date', 'born', 'age']],
    ['2026-00-10', '2026-03-01', ['date', 'born', 'age']],
    ['2026-04-31', '2026-05-01', ['date', 'born', 'age']],
    ['1900-02-29', '2026-03-01', ['date', 'born', 'age']], // 1900 was no leap year
    ['26-01-01', '2026-03-01', ['date', 'born', 'age']],
    ['2008-1-1', '2026-03-01', ['date', 'born', 'age']],
    ['２００８-01-01', '2026-03-01', ['date', 'born', 'age']],
    ['2026-03-02', '2026-03-01', ['born', 'age']],
    ['2020-03-02', '2026-03-01', ['age']],
  ])('born %s, on %s fails %j', (bornOn, on, failed) => {
    expect(failedClauses(ageClauses({ bornOn, on, years: 18 }))).toEqual(failed);
  });

  it('2000 had a leap day', () => expect(isCivilDate('2000-02-29')).toBe(true));

  it('never makes anybody younger as time goes on', () => {
    const day = fc
      .integer({ min: 0, max: 36_500 })
      .map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, day, fc.integer({ min: 0, max: 60 }), (bornOn, one, other, years) => {
        const [earlier = one, later = other] = [one, other].toSorted();
        const [then, afterwards] = [earlier, later].map((on) => isAtLeastAge({ bornOn, on, years }));
        expect(then && !afterwards).toBe(false);
      }),
    );
  });
});

describe('the date in Taipei', () => {
  it.each([
    ['2026-02-28T15:59:59.999Z', '2026-02-28'],
    ['2026-02-28T16:00:00.000Z', '2026-03-01'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('at %s is %s, whatever zone the device is in', (instant, date) => {
    expect(taipeiDate(Date.parse(instant))).toBe(date);
  });

  it.each(['2026-03-01', '2028-02-29'])('%s begins at its midnight', (date) => {
    expect(taipeiDate(taipeiMidnight(date))).toBe(date);
    expect(taipeiDate(taipeiMidnight(date) - 1)).not.toBe(date);
  });
});
