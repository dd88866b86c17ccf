import { expect, test } from 'vitest';
import { createSaidOnce } from './said-once.ts';

test('a failure that lasts is said once a minute, and another one at once', () => {
  let now = 0;
  const said: string[] = [];
  const sayOnce = createSaidOnce(() => now);
  const fail = (what: string, subject?: string) =>
    sayOnce(new Error(what), () => said.push(`${now} ${what} ${subject ?? '-'}`), subject);
  for (now = 0; now < 120_000; now += 500) {
    fail('refused');
    if (now === 30_000) fail('timed out');
    if (now >= 90_000) fail('refused', 'order 7');
  }
  expect(said).toEqual(['0 refused -', '30000 timed out -', '60000 refused -', '90000 refused order 7']);
});
