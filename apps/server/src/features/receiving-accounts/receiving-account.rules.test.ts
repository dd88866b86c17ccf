import { expect, it } from 'vitest';
import { canReceive, firstStatus } from './receiving-account.rules.ts';

it('lets a new account wait for its review unless the demo approves it at once', () => {
  expect([firstStatus('by-review'), firstStatus('at-once')]).toEqual(['Review', 'Approved']);
});

it.each([
  ['Approved', true],
  ['Review', false],
  ['NotApproved', false],
] as const)('an account that is %s receives payments: %s', (status, receives) =>
  expect(canReceive({ status })).toBe(receives),
);
