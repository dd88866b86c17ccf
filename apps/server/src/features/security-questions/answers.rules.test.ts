import { expect, it } from 'vitest';
import { normalizeAnswer } from './answers.rules.ts';

it.each([
  ['  Rex  ', 'rex'],
  ['ＲＥＸ', 'rex'],
  ['Green   Lane', 'green lane'],
  ['大安　路', '大安 路'],
  ['\t', ''],
])('%j is compared as %j', (typed, compared) => {
  expect(normalizeAnswer(typed)).toBe(compared);
});
