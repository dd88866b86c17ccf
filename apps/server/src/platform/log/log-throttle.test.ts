import { expect, test } from 'vitest';
import { createLogThrottle } from './log-throttle.ts';

test('throttles a repeated failure to one line a minute, and writes another failure at once', () => {
  let now = 0;
  const written: string[] = [];
  const throttle = createLogThrottle(() => now);
  const fail = (what: string, subject?: string) =>
    throttle(new Error(what), () => written.push(`${now} ${what} ${subject ?? '-'}`), subject);
  for (now = 0; now < 120_000; now += 500) {
    fail('refused');
    if (now === 30_000) fail('timed out');
    if (now >= 90_000) fail('refused', 'order 7');
  }
  expect(written).toEqual(['0 refused -', '30000 timed out -', '60000 refused -', '90000 refused order 7']);
});
