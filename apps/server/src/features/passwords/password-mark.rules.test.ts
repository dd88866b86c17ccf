import { expect, it } from 'vitest';
import { markOf } from './password-mark.rules.ts';

it.each([
  ['is good for ever while there is no policy', null, 5000, 0, null],
  ['is good on the last day of a policy', null, 90, 90, null],
  ['must be changed after it', null, 90.01, 90, 'age'],
  ['must be changed for its mark, whatever its age', 'breach', 91, 90, 'breach'],
] as const)('a password %s', (_, marked, ageDays, policy, why) => {
  expect(markOf({ marked, ageDays }, policy)).toBe(why);
});
