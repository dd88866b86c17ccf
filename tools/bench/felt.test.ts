import { describe, expect, test } from 'vitest';
import { foreignEnvironment } from './checkout.ts';
import { layoutShift } from './felt-probe.ts';
import { median } from './median.ts';

describe('the layout shift of a visit', () => {
  test('is the sum of its worst burst, not of the whole visit', () => {
    const shifts = [
      { at: 100, value: 0.02 },
      { at: 900, value: 0.03 },
      { at: 2500, value: 0.04 },
    ];
    expect(layoutShift(shifts)).toBeCloseTo(0.05);
  });

  test('counts a burst for five seconds at most, however short its pauses are', () => {
    const shifts = Array.from({ length: 8 }, (_, at) => ({ at: at * 900, value: 0.01 }));
    expect(layoutShift(shifts)).toBeCloseTo(0.06);
  });

  test('leaves out what moved before the moment that is asked for, and is 0 where nothing moved', () => {
    expect(layoutShift([{ at: 100, value: 0.5 }], 200)).toBe(0);
    expect(layoutShift([])).toBe(0);
  });
});

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 9])).toBe(3);
  expect(median([])).toBeNaN();
});

test('the environment of another checkout keeps the settings of npm and loses what leads to our own packages', () => {
  const env = foreignEnvironment({
    PATH: ['/repository/node_modules/.bin', '/usr/bin'].join(process.platform === 'win32' ? ';' : ':'),
    INIT_CWD: '/repository',
    npm_config_local_prefix: '/repository',
    npm_package_json: '/repository/package.json',
    npm_config_cache: '/cache',
    npm_execpath: '/npm-cli.js',
  });
  expect(env).toEqual({ PATH: '/usr/bin', npm_config_cache: '/cache', npm_execpath: '/npm-cli.js' });
});
