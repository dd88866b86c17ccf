import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEVELS } from '../member/levels.ts';
import { TIMER_NAMES, TIMERS } from '../orders/machine.ts';
import {
  defaultText,
  groupOf,
  levelsBy,
  nextTextAfter,
  parseSetting,
  ruleOf,
  SETTING_GROUPS,
  SETTING_NAMES,
  SETTING_TEXT_MAX,
  settingsAt,
  settingText,
  timerMs,
  type SettingChange,
  type SettingName,
} from './settings.ts';

const AT = new Date('2026-08-17T06:00:00Z');
const hours = (count: number) => new Date(AT.getTime() + count * 3_600_000);
const untouched = settingsAt([], AT);

describe('each setting', () => {
  it.each(SETTING_NAMES)(
    '%s is of a group, has both languages, and its default is a value of its own',
    (name) => {
      const rule = ruleOf(name);
      expect(SETTING_GROUPS[groupOf(name)]).toBeDefined();
      for (const texts of [rule, rule.effect]) expect(texts.zhTW && texts.en).toBeTruthy();
      expect(parseSetting(name, defaultText(name))).toEqual(rule.default);
      // What the table of the database lets through.
      expect(name).toMatch(/^[a-z]+\.[A-Za-z0-9]{1,40}$/);
    },
  );

  it('needs two people where it is money or a limit', () => {
    const two = SETTING_NAMES.filter((name) => SETTING_GROUPS[groupOf(name)].needsTwo);
    const limiting = /^(fee|limit|level)\./;
    expect(two.every((name) => limiting.test(name))).toBe(true);
    expect(SETTING_NAMES.filter((name) => limiting.test(name))).toEqual(two);
  });

  it('that is a clock is one of the machine, and without a change it runs as the machine says', () => {
    const clocks = SETTING_NAMES.filter((name) => groupOf(name) === 'clock');
    expect(TIMER_NAMES).toEqual(expect.arrayContaining(clocks.map((name) => name.slice('clock.'.length))));
    for (const timer of TIMER_NAMES) expect(timerMs(untouched, timer)).toBe(TIMERS[timer].defaultMs);
  });

  it('that is a need of a level is what the level needs, and without a change all is as the table says', () => {
    expect(levelsBy(untouched)).toEqual(LEVELS);
    const changes = [
      { name: 'level.partners2', value: '12', startsAt: AT },
      { name: 'limit.holdBelowLevel', value: '1', startsAt: AT },
    ];
    const [, first, second] = levelsBy(settingsAt(changes, AT));
    expect(first).toEqual({ ...LEVELS[1], holdsCoin: false });
    expect(second?.needs).toEqual({ ...LEVELS[2]?.needs, partners: 12 });
  });

  it('that is the cap of a level is what the level opens', () => {
    const changes = [{ name: 'limit.locksOfLevel1', value: '5', startsAt: AT }];
    expect(levelsBy(settingsAt(changes, AT)).map(({ locksMax }) => locksMax)).toEqual([1, 5, 3]);
  });
});

describe('a value', () => {
  it.each<[SettingName, string]>([
    ['fee.order', '101'],
    ['fee.order', '-1'],
    ['fee.order', '1.5'],
    ['fee.order', '010'],
    ['fee.order', ' 10'],
    ['fee.order', '1e1'],
    ['fee.order', ''],
    ['fee.order', '10,20'],
    ['limit.locksOfLevel0', '0'],
    ['clock.pay', '16'],
    ['clock.pay', '20,15'],
    ['clock.pay', '15,15'],
    ['clock.pay', '15,'],
    ['clock.ack', '9'],
  ])('of %s is not %j', (name, text) => expect(parseSetting(name, text)).toBeUndefined());

  it('is one text, which is short enough to be stored', () => {
    for (const name of SETTING_NAMES) {
      const rule = ruleOf(name);
      const largest = rule.type === 'number' ? rule.max : rule.choices;
      expect(parseSetting(name, settingText(largest))).toEqual(largest);
      expect(settingText(largest).length).toBeLessThanOrEqual(SETTING_TEXT_MAX);
    }
  });
});

describe('the value at an instant', () => {
  const name = 'fee.order';
  const at = (changes: readonly SettingChange[], hour: number) => settingsAt(changes, hours(hour))[name];

  it('is that of the change that started last, from its very millisecond on', () => {
    const changes = [{ name, value: '20', startsAt: hours(1) }];
    expect(settingsAt(changes, new Date(hours(1).getTime() - 1))[name]).toBe(10);
    expect(at(changes, 1)).toBe(20);
  });

  it('is the default where the stored one is refused by the rules of this version, or nobody knows its name', () => {
    expect(at([{ name, value: '900', startsAt: hours(0) }], 1)).toBe(10);
    expect(settingsAt([{ name: 'fee.gone', value: '5', startsAt: hours(0) }], hours(1))).toEqual(untouched);
  });

  it('is told before it comes: the first start that makes it another one, and no start that leaves it as it is', () => {
    const plan = (value: string, hour: number) => ({ name, value, startsAt: hours(hour) });
    const next = (...changes: SettingChange[]) => nextTextAfter(changes, name, hours(0));
    expect(next()).toBeUndefined();
    expect(next(plan('20', -1))).toBeUndefined();
    expect(next(plan('30', 5), plan('20', 3))).toEqual({ value: '20', startsAt: hours(3) });
    expect(next(plan('10', 1), plan('20', 3))).toEqual({ value: '20', startsAt: hours(3) });
    // What the rules of this version refuse counts as the default.
    expect(next(plan('900', 3))).toBeUndefined();
  });

  const change = fc.record({
    value: fc.integer({ min: 0, max: 100 }),
    hour: fc.integer({ min: -9, max: 9 }),
  });

  it('is what whoever goes through the changes one by one has at that time, in whatever order they start', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), fc.integer({ min: -10, max: 10 }), (made, hour) => {
        const changes = made.map((each) => ({ name, value: String(each.value), startsAt: hours(each.hour) }));
        // A table of the hours: each change, as it is written, holds from its start until the next one that is written starts.
        let expected = 10;
        let since = -Infinity;
        for (const each of made)
          if (each.hour <= hour && each.hour >= since) [expected, since] = [each.value, each.hour];
        expect(at(changes, hour)).toBe(expected);
      }),
    );
  });

  it('never changes for an instant that has passed, whatever is written afterwards', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 8 }),
        fc.array(change, { maxLength: 8 }),
        fc.integer({ min: -10, max: 9 }),
        (earlier, later, now) => {
          const stored = (made: typeof earlier) =>
            made.map((each) => ({ name, value: String(each.value), startsAt: hours(each.hour) }));
          const before = stored(earlier);
          // Nothing starts in the past.
          const after = [...before, ...stored(later.filter(({ hour }) => hour > now))];
          for (let hour = -10; hour <= now; hour += 1) expect(at(after, hour)).toBe(at(before, hour));
        },
      ),
    );
  });
});
