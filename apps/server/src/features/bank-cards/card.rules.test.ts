import { expect, it } from 'vitest';
import { canReceive, firstStatus } from './card.rules.ts';

it('lets a new card wait for its review unless the demo approves it at once', () => {
  expect([firstStatus('by-review'), firstStatus('at-once')]).toEqual(['Review', 'Approved']);
});

it.each([
  ['Approved', true],
  ['Review', false],
  ['NotApproved', false],
] as const)('a card that is %s receives payments: %s', (status, receives) =>
  expect(canReceive({ status })).toBe(receives),
);
