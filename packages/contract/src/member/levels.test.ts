import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, earnedLevel, lackingFor, LEVELS, levelOf, type LevelRecord } from './levels.ts';

const ready: LevelRecord = { finished: 20, ended: 25, partners: 10, days: 30 };
const second = levelOf(2, LEVELS);

describe('a level', () => {
  it.each<[string, Partial<LevelRecord>, string[]]>([
    ['is earned with just what it needs', {}, []],
    ['needs its finished orders', { finished: 19, ended: 19 }, ['finishedOrders']],
    ['needs that they were with several members', { partners: 9 }, ['partners']],
    ['needs that few orders failed by the own fault', { ended: 26 }, ['completionPercent']],
    ['needs its days', { days: 29 }, ['memberDays']],
    [
      'lacks all of it for a newcomer, of whom no completion is known',
      { finished: 0, ended: 0, partners: 0, days: 0 },
      ['finishedOrders', 'partners', 'completionPercent', 'memberDays'],
    ],
  ])('%s', (_, change, lacking) => {
    expect(lackingFor(second.needs, { ...ready, ...change })).toEqual(lacking);
  });

  it('shows as much of a need as counts', () => {
    expect(amountOf('finishedOrders', ready)).toBe(20);
    expect(amountOf('partners', ready)).toBe(10);
    expect(amountOf('completionPercent', ready)).toBe(80);
    expect(amountOf('completionPercent', { ...ready, finished: 3, ended: 4 })).toBeUndefined();
    expect(amountOf('memberDays', ready)).toBe(30);
  });
});

describe('the earned level', () => {
  it('is the highest above the present one', () => {
    expect(earnedLevel(0, ready, LEVELS)).toBe(2);
    expect(earnedLevel(1, ready, LEVELS)).toBe(2);
    expect(earnedLevel(0, { ...ready, days: 29 }, LEVELS)).toBe(1);
  });

  it('is none at the top, nor above the table, where an operator has put a member', () => {
    for (const level of [2, 3, 9]) expect(earnedLevel(level, ready, LEVELS)).toBeUndefined();
  });

  it('is not reached past one that is not earned, should operators ask more for it', () => {
    const odd = LEVELS.map((each) =>
      each.level === 1 ? { ...each, needs: { ...each.needs, finishedOrders: 50 } } : each,
    );
    expect(earnedLevel(0, ready, odd)).toBeUndefined();
    expect(earnedLevel(1, ready, odd)).toBe(2);
  });

  it('never falls by one more finished order, partner or day', () => {
    const record = fc.record({
      finished: fc.nat(40),
      failed: fc.nat(10),
      partners: fc.nat(20),
      days: fc.nat(60),
    });
    fc.assert(
      fc.property(record, fc.constantFrom('finished', 'partners', 'days'), (some, more) => {
        const { failed, ...counts } = some;
        const before = { ...counts, ended: counts.finished + failed };
        const grown = { ...counts, [more]: counts[more] + 1 };
        const after = { ...grown, ended: grown.finished + failed };
        expect(earnedLevel(0, after, LEVELS) ?? 0).toBeGreaterThanOrEqual(
          earnedLevel(0, before, LEVELS) ?? 0,
        );
      }),
    );
  });
});
